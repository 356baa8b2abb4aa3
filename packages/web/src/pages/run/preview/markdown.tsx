import type { Components } from 'react-markdown'
import { useTexts } from '../../../texts/texts.tsx'
import { artifactUrl } from './of-bytes.tsx'
import styles from './preview.module.css'
import type { Beginning } from './preview.tsx'
import { rendered } from './rendered.ts'
import { linkTarget, pictureTarget } from './targets.ts'

/** A document as it is meant to be read. Markup in it is left out; nothing in it reaches another host by itself. */
export default function Markdown({ id, path, text }: Beginning) {
  const { run: words } = useTexts()
  const components: Components = {
    a: ({ href, children }) => {
      const target = linkTarget(href)
      if (target === null) return <span title={href}>{children}</span>
      return (
        <a href={target} target="_blank" rel="noopener noreferrer nofollow">
          {children}
        </a>
      )
    },
    img: ({ src, alt = '' }) => {
      const target = pictureTarget(path, typeof src === 'string' ? src : undefined)
      if (target === null) return <span className={styles.elsewhere}>{words.preview.picture(alt, String(src ?? ''))}</span>
      return <img className={styles.picture} src={artifactUrl(id, target)} alt={alt} />
    },
  }
  return <div className={styles.document}>{rendered(text, components)}</div>
}
