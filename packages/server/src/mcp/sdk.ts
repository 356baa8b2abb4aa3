/** The SDK of the protocol. It is loaded with the first message: a start does not pay for it. */
export async function loadSdk() {
  const [core, skills] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/ext/skills'),
  ])
  return { ...core, SkillsExtension: skills.SkillsExtension, skillEntry: skills.skillEntry, skillLimits: skills.SKILL_LIMITS }
}

export type Sdk = Awaited<ReturnType<typeof loadSdk>>
