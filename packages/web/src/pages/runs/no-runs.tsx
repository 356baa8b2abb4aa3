import { Link } from 'wouter'
import { Command } from '../../parts/command.tsx'
import { Empty } from '../../parts/empty.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { type Filter, isFiltered } from './filters.tsx'

/** What can be run right away: a script, a prompt and a conversation. The last two are recordings where no engine is ready. */
const demos = ['demo-prime-number', 'demo-echo', 'demo-interview'] as const

export function NoRuns({ filter }: { readonly filter: Filter }) {
  const { runs: words } = useTexts()
  if (isFiltered(filter))
    return (
      <Empty title={words.nothingFits}>
        <Link href="/ui/runs">{words.showAll}</Link>
      </Empty>
    )
  return (
    <Empty title={words.empty}>
      <p>{words.emptyHint}</p>
      <ul>
        {demos.map((demo) => (
          <li key={demo}>
            <Link href={`/ui/skills/${demo}`}>{demo}</Link> {words.demos[demo]}
          </li>
        ))}
      </ul>
      <p>
        <Link href="/ui/skills">{words.emptyAction}</Link>
      </p>
      <p>{words.orType}</p>
      <Command text="./skill-runner run demo-prime-number --input numbers='[2, 9, 17]'" />
    </Empty>
  )
}
