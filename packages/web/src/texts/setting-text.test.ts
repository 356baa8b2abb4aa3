import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { keys } from '../../../server/src/config/keys.ts'
import { settingText } from './setting-text.ts'
import { programZh, settingsZh } from './settings-zh.ts'

verifies('web.server-sentences', 'every setting is told in Chinese, and nothing that is no setting', () => {
  assert.deepEqual(Object.keys(settingsZh), [...Object.keys(keys), 'SKILL_RUNNER_CONFIG_FILE'])
})

verifies('web.server-sentences', 'a setting is told in the language of the reader, without marks of Markdown', () => {
  const said = 'The log file. Without it: `logs/skill-runner.log` in the data folder.'
  assert.equal(settingText('en', 'LOG_FILE', said), 'The log file. Without it: logs/skill-runner.log in the data folder.')
  assert.equal(settingText('zh', 'LOG_FILE', said), '日志文件。未设置：数据目录中的 logs/skill-runner.log。')
  assert.equal(settingText('zh', 'SKILL_RUNNER_CODEX_BIN', 'Program'), programZh)
  assert.equal(settingText('zh', 'SOMETHING_NEW', 'What it does.'), 'What it does.')
})
