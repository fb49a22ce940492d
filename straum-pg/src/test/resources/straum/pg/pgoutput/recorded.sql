\set ON_ERROR_STOP 1
-- What recorded.hex holds: run it in an empty database of a server with wal_level = logical.
CREATE SCHEMA app;
CREATE TYPE app.mood AS ENUM ('sad', 'ok', 'happy');
CREATE TABLE app.events (id bigint, at timestamptz, kind text, account_id int, amount numeric(12,2), ratio float8, note text);
CREATE TABLE app.accounts (id int PRIMARY KEY, code char(8), mood app.mood, open bool);
CREATE TABLE app.other (id int PRIMARY KEY, x text);
CREATE TABLE app.part (id int, at timestamptz) PARTITION BY RANGE (id);
CREATE TABLE app.part_low PARTITION OF app.part FOR VALUES FROM (0) TO (100);
CREATE TABLE app.part_high (id int PRIMARY KEY, at timestamptz);
ALTER TABLE app.part ATTACH PARTITION app.part_high FOR VALUES FROM (100) TO (200);
ALTER TABLE app.events REPLICA IDENTITY FULL; ALTER TABLE app.events ALTER note SET STORAGE EXTERNAL;
ALTER TABLE app.accounts REPLICA IDENTITY FULL;
ALTER TABLE app.part REPLICA IDENTITY FULL; ALTER TABLE app.part_low REPLICA IDENTITY FULL;
CREATE PUBLICATION recording FOR TABLE app.events, app.accounts, app.other, app.part WITH (publish_via_partition_root = true);
SELECT FROM pg_create_logical_replication_slot('recording', 'pgoutput');
-- 1: inserts, an unread table between
BEGIN;
INSERT INTO app.accounts VALUES (7, 'eu-1', 'happy', true), (18, NULL, NULL, NULL);
INSERT INTO app.other VALUES (1, 'x');
INSERT INTO app.events VALUES (1, '2026-11-13 09:05:00Z', 'purchase', 7, 12.50, -0.0, NULL), (2, 'infinity', 'signup', 18, 'NaN', 'NaN', repeat('t', 2500));
COMMIT;
-- 2: an update that leaves a value unchanged out of line, a rolled-back savepoint, a delete
BEGIN;
UPDATE app.events SET amount = 0.10, ratio = 1.5 WHERE id = 2;
SAVEPOINT s; INSERT INTO app.events VALUES (3); ROLLBACK TO s;
SELECT pg_logical_emit_message(true, 'elsewhere', 'hello') \g /dev/null
DELETE FROM app.events WHERE id = 1;
COMMIT;
-- 3: nothing of ours
INSERT INTO app.other VALUES (2, 'y');
UPDATE app.other SET x = 'z' WHERE id = 2;
SELECT pg_logical_emit_message(false, 'elsewhere', 'hello') \g /dev/null
-- 4: a column that nobody reads comes, from another origin
SELECT pg_replication_origin_create('elsewhere') \g /dev/null
SELECT pg_replication_origin_session_setup('elsewhere') \g /dev/null
BEGIN;
SELECT pg_replication_origin_xact_setup('0/123', '2026-11-13 09:00:00Z') \g /dev/null
ALTER TABLE app.accounts ADD COLUMN extra aclitem;
UPDATE app.accounts SET open = false, extra = 'postgres=r/postgres' WHERE id = 7;
COMMIT;
SELECT pg_replication_origin_session_reset() \g /dev/null
-- 5: a truncate of several tables
BEGIN;
TRUNCATE app.other, app.events, app.accounts;
INSERT INTO app.events (id) VALUES (9);
COMMIT;
-- 6: a partition with full identity, then one without
INSERT INTO app.part VALUES (1, '2026-11-13 09:05:00Z');
INSERT INTO app.part VALUES (101, '2026-11-13 09:05:00Z');
DELETE FROM app.part WHERE id = 101;
\t on
\a
\pset fieldsep ' '
SELECT '# types', 'mood ' || 'app.mood'::regtype::oid;
SELECT lsn, encode(data, 'hex') FROM pg_logical_slot_get_binary_changes('recording', NULL, NULL, 'proto_version', '1', 'binary', 'true', 'messages', 'true', 'publication_names', 'recording');
SELECT pg_drop_replication_slot('recording') \g /dev/null
