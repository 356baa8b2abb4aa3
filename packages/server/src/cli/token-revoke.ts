import { type CreatedToken, changeCreatedTokens, readCreatedTokens } from '../config/created-tokens.ts'
import type { Config } from '../config.ts'
import { helpOf } from './exit-codes.ts'
import { oneWord } from './one-word.ts'
import { type TokenCommand, TokenProblem } from './token-command.ts'
import { parseWords, say } from './words.ts'

const help = `skill-runner token revoke <name> [--json]

Ends a token for good, by its name or id. The next request with it is rejected, browsers that were signed in with it
are signed out, and streams that it follows end. What it started goes on: tasks and jobs belong to the project.

  --json    one JSON document on stdout: id, name, revoked_at

${helpOf('succeeded', 'failed', 'usage')}`

export const tokenRevoke: TokenCommand = {
  help,
  async run(args, config) {
    const { values, positionals } = parseWords(args, { json: { type: 'boolean' } })
    const word = oneWord(positionals, 'the token to revoke')
    const { id, name } = find(word, config)
    const revokedAt = new Date().toISOString()
    await changeCreatedTokens(config.dataDir, (tokens) =>
      tokens.map((token) => (token.id === id ? { ...token, revokedAt: token.revokedAt ?? revokedAt } : token)),
    )
    return say(values.json ? `${JSON.stringify({ id, name, revoked_at: revokedAt }, null, 2)}\n` : `Revoked ${name}.\n`)
  },
}

function find(word: string, { dataDir, tokens }: Config): CreatedToken {
  const found = readCreatedTokens(dataDir).find(({ id, name, revokedAt }) => (id === word || name === word) && revokedAt === null)
  if (!found) throw new TokenProblem(whyNot(word, tokens))
  return found
}

const whyNot = (word: string, configured: readonly { readonly name: string }[]): string =>
  configured.some(({ name }) => name === word)
    ? `${word} is a token of the settings (SKILL_RUNNER_TOKEN or SKILL_RUNNER_TOKEN_FILE). Remove it there, and restart the server.`
    : `There is no token ${word} to revoke. List them: ./skill-runner token list`
