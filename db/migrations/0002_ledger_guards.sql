-- Money that moved stays written: the journal is never changed, only added to.
CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
-- Entries of one transaction are written by one statement, so each statement must sum to zero per transaction and unit.
CREATE FUNCTION ledger_sums_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added GROUP BY transaction_id, unit HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'a ledger transaction does not sum to zero' USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_sum_to_zero';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_sum_to_zero AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_sums_to_zero();
--> statement-breakpoint
-- Counters of repeated requests may be lost in a crash; the hot path should not wait for their log.
ALTER TABLE call_counters SET UNLOGGED;
--> statement-breakpoint
INSERT INTO accounts (id, kind, name, created_at) VALUES
  (-1, 'system', 'sales', now()),
  (-2, 'system', 'usage', now()),
  (-3, 'system', 'receivable', now()),
  (-4, 'system', 'unclaimed', now()),
  (-5, 'system', 'chain', now());
