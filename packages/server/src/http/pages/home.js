const words = {
  en: {
    ready: 'Ready',
    notReady: 'Not ready',
    offline: 'No answer',
    noJobs: 'No jobs yet',
    noSkills: 'No skills installed',
    waiting_user: 'Waiting for your answer',
    recording: 'A recording is played: no model is asked.',
    send: 'Send',
    yes: 'Yes',
    no: 'No',
    load: (r) => `${r.running} of ${r.max_running} running, ${r.queued} queued, sandbox: ${r.sandbox_status}`,
  },
  zh: {
    docs: '接口文档',
    demo: '试一试',
    demoHint: '运行一个内置技能，并显示全过程。没有已登录的引擎时，需要模型的技能会播放录制内容。',
    recording: '正在播放录制内容，没有调用模型。',
    send: '发送',
    yes: '是',
    no: '否',
    run: '运行演示',
    skills: '已安装的技能',
    jobs: '最近的任务',
    job: '任务',
    skill: '技能',
    status: '状态',
    created: '创建时间',
    ready: '就绪',
    notReady: '未就绪',
    offline: '无响应',
    noJobs: '还没有任务',
    noSkills: '没有安装技能',
    load: (r) => `运行中 ${r.running}/${r.max_running}，排队 ${r.queued}，沙箱：${r.sandbox_status}`,
    queued: '排队中',
    running: '运行中',
    waiting_user: '等待回复',
    succeeded: '成功',
    failed: '失败',
    canceled: '已取消',
    healthy: '正常',
    degraded: '损坏',
  },
}
const language = navigator.language.startsWith('zh') ? 'zh' : 'en'
const say = (key) => words[language][key] ?? key
const byId = (id) => document.getElementById(id)

document.documentElement.lang = language
for (const element of document.querySelectorAll('[data-text]'))
  element.textContent = words[language][element.dataset.text] ?? element.textContent

/** Everything the server says goes in as text, never as markup. */
function make(tag, className, ...children) {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children)
  return element
}

async function ask(path, options) {
  const response = await fetch(path, options)
  const body = await response.json()
  if (body.error) throw new Error(`${body.error.code}: ${body.error.message}`)
  return body
}

async function showReadiness() {
  const badge = byId('ready')
  try {
    const readiness = await ask('/readyz')
    badge.textContent = say(readiness.ready ? 'ready' : 'notReady')
    badge.className = `badge ${readiness.ready ? 'succeeded' : 'failed'}`
    byId('summary').textContent = say('load')(readiness)
  } catch {
    badge.textContent = say('offline')
    badge.className = 'badge failed'
    byId('summary').textContent = ''
  }
}

async function showSkills() {
  const skills = await ask('/v1/skills')
  const cards = skills.map((skill) =>
    make(
      'li',
      '',
      make('strong', '', skill.id),
      ' ',
      make('small', '', skill.version),
      ' ',
      make('span', `badge ${skill.health === 'healthy' ? 'succeeded' : 'failed'}`, say(skill.health)),
      make('p', '', skill.health_error ?? skill.description),
    ),
  )
  byId('skills').replaceChildren(...(cards.length ? cards : [make('li', '', say('noSkills'))]))
}

async function showJobs() {
  const { jobs } = await ask('/v1/jobs?limit=10')
  const rows = jobs.map((job) => {
    const link = make('a', '', job.request_id)
    link.href = `/v1/jobs/${encodeURIComponent(job.request_id)}`
    const created = new Date(job.created_at).toLocaleString(language)
    return make(
      'tr',
      '',
      make('td', '', link),
      make('td', '', job.skill_id),
      make('td', '', make('span', `badge ${job.status}`, say(job.status))),
      make('td', '', created),
    )
  })
  const none = make('td', '', say('noJobs'))
  none.colSpan = 4
  byId('jobs').replaceChildren(...(rows.length ? rows : [make('tr', '', none)]))
}

/** What each demo is run with; a text in `file` is sent as a file. */
const demos = {
  'demo-prime-number': { input: { numbers: [2, 9, 17, 91, 97] }, parameter: { divisor: 10 } },
  'demo-echo': { input: { text: 'Hello' } },
  'demo-interview': { input: {}, runtime_options: { execution_mode: 'interactive' } },
  'zotero-parse-attachment': {
    input: { item_key: 'ABCD2345' },
    file: { name: 'attachment_path', path: 'paper.md', text: '# A paper\n\nIts first paragraph.\n' },
  },
}

/** Somebody who presses twice wants to see it run twice, not the first run again. */
function startDemo(skill) {
  const { file, runtime_options, ...rest } = demos[skill]
  const body = { skill_id: skill, ...rest, await_upload: false, runtime_options: { ...runtime_options, no_cache: true } }
  if (!file) return post('/v1/jobs', body)
  const form = new FormData()
  form.append('job', new Blob([JSON.stringify(body)], { type: 'application/json' }))
  form.append(file.name, new Blob([file.text]), file.path)
  return ask('/v1/jobs', { method: 'POST', body: form })
}

const post = (path, body) =>
  ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

async function runDemo() {
  byId('run').disabled = true
  byId('events').replaceChildren()
  byId('result').hidden = true
  try {
    const job = await startDemo(byId('demo').value)
    const { warnings } = await ask(`/v1/jobs/${job.request_id}`)
    if (warnings.some(({ code }) => code === 'RECORDING_PLAYED')) byId('events').append(make('li', '', say('recording')))
    await follow(job.request_id)
    const { result } = await ask(`/v1/jobs/${job.request_id}/result`)
    byId('demo-status').textContent = say(result.status)
    byId('result').textContent = JSON.stringify(result, null, 2)
    byId('result').hidden = false
  } catch (error) {
    byId('demo-status').textContent = error.message
  } finally {
    byId('run').disabled = false
    refresh()
  }
}

/** Resolves when the server ends the stream. */
function follow(id) {
  const source = new EventSource(`/v1/jobs/${encodeURIComponent(id)}/events`)
  return new Promise((resolve) => {
    source.addEventListener('snapshot', ({ data }) => {
      byId('demo-status').textContent = say(JSON.parse(data).status)
    })
    source.addEventListener('chat_event', ({ data }) => {
      const event = JSON.parse(data)
      const time = new Date(event.ts).toLocaleTimeString(language)
      byId('events').append(
        make(
          'li',
          '',
          make('time', '', time),
          ' ',
          make('strong', '', event.type),
          ' ',
          make('code', '', JSON.stringify(event.data)),
        ),
      )
      if (event.data.to) byId('demo-status').textContent = say(event.data.to)
      if (event.type === 'user.input.required') showQuestion(id)
      if (/^conversation\.(completed|failed|canceled)$/.test(event.type)) finish()
    })
    source.onerror = finish
    function finish() {
      source.close()
      resolve()
    }
  })
}

/** The question that the run waits with, and a way to answer it. */
async function showQuestion(id) {
  const { pending } = await ask(`/v1/jobs/${encodeURIComponent(id)}/interaction/pending`)
  if (!pending) return
  const form = byId('question')
  const choices = pending.options?.length
    ? pending.options.map(({ label, value }) => [label, value])
    : /^(confirm|risk_ack)$/.test(pending.kind)
      ? [
          [say('yes'), true],
          [say('no'), false],
        ]
      : null
  const reply = async (response) => {
    form.hidden = true
    try {
      await post(`/v1/jobs/${encodeURIComponent(id)}/interaction/reply`, { interaction_id: pending.interaction_id, response })
    } catch (error) {
      // The question is still open, and what was typed is still there.
      byId('demo-status').textContent = error.message
      form.hidden = false
    }
  }
  const field = make('input', '')
  field.setAttribute('aria-label', pending.prompt)
  const button = (text, answer) => {
    const it = make('button', '', text)
    it.type = 'button'
    it.addEventListener('click', () => reply(answer()))
    return it
  }
  form.onsubmit = (event) => {
    event.preventDefault()
    if (!choices) reply(field.value)
  }
  const answers = choices
    ? choices.map(([text, value]) => button(text, () => value))
    : [field, button(say('send'), () => field.value)]
  form.replaceChildren(make('p', '', pending.prompt), ...answers)
  form.hidden = false
}

function refresh() {
  return Promise.allSettled([showReadiness(), showSkills(), showJobs()])
}

/** The next look is planned when this one is over, and a page in the background does not look. */
async function keepLooking() {
  if (!document.hidden) await refresh()
  setTimeout(keepLooking, 3000)
}

byId('demo').append(...Object.keys(demos).map((name) => make('option', '', name)))
byId('run').addEventListener('click', runDemo)
keepLooking()
