/** What was signed when a run ended. In a table of its own: who reads a run wants no kilobytes besides. */
export const receipts = ['create table receipts (run_id text not null primary key, key_id text not null, envelope text not null)']
