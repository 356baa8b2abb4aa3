import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemText } from './client-command.ts'

test('facts are told by their names, problems each on a line, and what is not known is left out', () => {
  const details = {
    needed: 'admin',
    granted: ['read', 'run'],
    expected: [],
    project: null,
    errors: [{ path: '/count', message: 'must be integer' }, { message: 'is too much' }],
  }
  assert.equal(
    problemText({ code: 'FORBIDDEN', message: 'This token may not do that.', details }),
    [
      'This token may not do that. (FORBIDDEN)',
      '  needed: admin',
      '  granted: read, run',
      '  expected: none',
      '  - /count must be integer',
      '  - is too much',
      '',
    ].join('\n'),
  )
})

test('a job that asks nobody is told how one that asks is started here', () => {
  assert.equal(
    problemText({ code: 'NOT_INTERACTIVE', message: 'It asks nobody.', details: {} }),
    'It asks nobody. (NOT_INTERACTIVE)\n  With this command line: ./skill-runner run <skill> --interactive\n',
  )
})

test('what a project does not have is looked up in that project, not among installed skills and their jobs', () => {
  assert.equal(
    problemText({ code: 'SKILL_NOT_FOUND', message: 'None.', details: { project_id: 'demo', name: 'nobody' } }),
    [
      'None. (SKILL_NOT_FOUND)',
      '  project_id: demo',
      '  name: nobody',
      '  The skills of a project: ./skill-runner exec skills list --project <project>',
      '',
    ].join('\n'),
  )
  assert.equal(
    problemText({ code: 'JOB_NOT_FOUND', message: 'None.', details: { job_id: 'sjob_1' } }),
    [
      'None. (JOB_NOT_FOUND)',
      '  job_id: sjob_1',
      '  The step jobs of a project: ./skill-runner exec job list --project <project>',
      '',
    ].join('\n'),
  )
})

test('an installed skill and a job that are not there are looked up by the commands for them', () => {
  assert.equal(
    problemText({ code: 'SKILL_NOT_FOUND', message: 'None.', details: { skill_id: 'nobody' } }),
    [
      'None. (SKILL_NOT_FOUND)',
      '  skill_id: nobody',
      '  ./skill-runner skill list',
      '  To run a folder or zip of this machine, write it as a path: ./skill-runner run ./my-skill',
      '',
    ].join('\n'),
  )
  assert.equal(
    problemText({ code: 'JOB_NOT_FOUND', message: 'None.', details: {} }),
    'None. (JOB_NOT_FOUND)\n  The jobs that there are: ./skill-runner jobs\n',
  )
})
