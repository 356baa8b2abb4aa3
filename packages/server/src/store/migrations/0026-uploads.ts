/** Which of the files that came for a run, or with an answer, are its own: several may come at once, also through several servers. */
export const uploadIds = ['alter table runs add column upload_id text', 'alter table interactions add column upload_id text']
