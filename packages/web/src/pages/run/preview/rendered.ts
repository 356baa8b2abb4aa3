import { createElement, type ReactElement } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'

type Plugins = NonNullable<Options['rehypePlugins']>

/** Leaves of a document only what documents are made of. */
export const sanitisers: Plugins = [rehypeSanitize]

/** A Markdown document as elements of the page. Tests leave out what guards it, to see that it does. */
export const rendered = (text: string, components: Components, rehypePlugins: Plugins = sanitisers): ReactElement =>
  createElement(ReactMarkdown, { remarkPlugins: [remarkGfm], rehypePlugins, components }, text)
