import { checked, nothing, type Tally } from './tally.ts'

/** Runs tests with what they need to use one Postgres together. By hand it need not be there, and in CI it has to. */
export async function withPostgres(run: (env: Readonly<Record<string, string>>) => Promise<Tally>): Promise<Tally> {
  const { openSharedCluster, sharing, withoutPostgres } = await import('../../packages/server/test/support/postgres.ts')
  if (withoutPostgres) return { ...nothing, skipped: [`tests over Postgres (${withoutPostgres})`] }
  try {
    await using cluster = await openSharedCluster()
    return await run({ SKILL_RUNNER_TEST_DATABASE: 'postgres', ...sharing(cluster) })
  } catch (error) {
    console.error(error)
    return checked(false)
  }
}
