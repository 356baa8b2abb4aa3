import { Link } from 'wouter'
import { Empty } from '../parts/empty.tsx'
import { useTexts } from '../texts/texts.tsx'

export function NotFound() {
  const texts = useTexts()
  return (
    <Empty title={texts.common.notFound}>
      <Link href="/ui/runs">{texts.common.toRuns}</Link>
    </Empty>
  )
}
