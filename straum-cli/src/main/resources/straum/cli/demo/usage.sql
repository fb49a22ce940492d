-- What straum demo keeps: usage by the hour and the day, by kind, account and the account's region.
CREATE VIEW usage WITH (buckets = '1 hour, 1 day') AS
SELECT date_bin('1 hour', e.at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket,
       e.kind,
       e.account_id,
       a.region,
       a.plan,
       count(*)      AS events,
       sum(e.amount) AS amount,
       sum(e.ms)     AS ms
FROM app.events e
LEFT JOIN app.accounts a ON a.id = e.account_id
GROUP BY bucket, e.kind, e.account_id, a.region, a.plan;
