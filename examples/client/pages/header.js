// The same on every page. Importing it shows it.
import { el } from './dom.js'
import { language, switchLanguage, texts } from './texts.js'

document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
document.title = texts.title
document
  .querySelector('header')
  ?.replaceChildren(
    el('a', { href: '/' }, texts.title),
    el('button', { type: 'button', class: 'quiet', onclick: switchLanguage }, texts.otherLanguage),
  )
