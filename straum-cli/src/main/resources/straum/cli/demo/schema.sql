-- The sample database of straum demo. The past is the same on every machine: a week of events of the accounts 1 to 40,
-- which nothing changes afterwards. The live traffic is that of the accounts 41 to 48.
CREATE SCHEMA app;

CREATE TABLE app.accounts (
    id     int PRIMARY KEY,
    region text NOT NULL,
    plan   text NOT NULL
);

CREATE TABLE app.events (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at         timestamptz NOT NULL,
    kind       text NOT NULL,
    account_id int NOT NULL,
    amount     numeric(12, 2) NOT NULL,
    ms         int NOT NULL
);

INSERT INTO app.accounts
SELECT id, (ARRAY['eu', 'us', 'apac'])[1 + id * 5 % 7 % 3], (ARRAY['free', 'team', 'business'])[1 + id % 3]
FROM generate_series(1, 48) AS id;

-- 201,600 events from Monday 2026-11-09 to Sunday 2026-11-15, UTC: one every three seconds.
INSERT INTO app.events (at, kind, account_id, amount, ms)
SELECT TIMESTAMPTZ '2026-11-09 00:00:00Z' + i * INTERVAL '3 seconds',
       kind,
       1 + i * 7919 % 40,
       CASE kind WHEN 'signup' THEN 0 ELSE (100 + i * 131 % 19900) / 100.0 END,
       5 + i * 37 % 997
FROM generate_series(0, 201599) AS i,
     LATERAL (SELECT (ARRAY['purchase', 'purchase', 'purchase', 'purchase', 'refund', 'signup', 'signup'])[1 + i * 31 % 7]) AS k (kind);

ANALYZE app.accounts, app.events;
