/** The last transaction of each server, for one that does not know whether it was committed. Written over a network only. */
export const lastWrites = ['create table last_writes (server text not null primary key, token text not null)']
