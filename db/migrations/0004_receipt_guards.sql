-- Ids are compared as bytes everywhere: their order is the order of the log.
ALTER TABLE receipts ALTER COLUMN id TYPE text COLLATE "C";
--> statement-breakpoint
ALTER TABLE receipt_log_chunks ALTER COLUMN first_id TYPE text COLLATE "C";
--> statement-breakpoint
-- What was signed and published stays as it was.
CREATE FUNCTION receipts_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'receipts and their log are append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER receipts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receipts
  FOR EACH STATEMENT EXECUTE FUNCTION receipts_are_append_only();
--> statement-breakpoint
CREATE TRIGGER receipt_days_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt_days
  FOR EACH STATEMENT EXECUTE FUNCTION receipts_are_append_only();
--> statement-breakpoint
CREATE TRIGGER receipt_logs_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt_logs
  FOR EACH STATEMENT EXECUTE FUNCTION receipts_are_append_only();
--> statement-breakpoint
CREATE TRIGGER receipt_log_chunks_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt_log_chunks
  FOR EACH STATEMENT EXECUTE FUNCTION receipts_are_append_only();
--> statement-breakpoint
-- Volatile, so each check sees what was committed before it, also inside a statement that began earlier.
CREATE FUNCTION receipt_day_is_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM receipt_days WHERE day >= NEW.day) THEN
    RAISE EXCEPTION 'the receipt log of that day is closed' USING ERRCODE = 'check_violation', CONSTRAINT = 'receipts_day_is_open';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER receipts_day_is_open BEFORE INSERT ON receipts
  FOR EACH ROW EXECUTE FUNCTION receipt_day_is_open();
