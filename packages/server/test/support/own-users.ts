const first = 250_000 + (process.pid % 20_000) * 20

/**
 * Users for the runs of this test alone. The kernel counts the processes of a user, whichever server started them: of two servers with
 * the usual users, one takes what the other was allowed.
 */
export const ownUsers = { SKILL_RUNNER_RUN_AS: `${first}-${first + 19}` }
