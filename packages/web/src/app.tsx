import { lazy, Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { NotFound } from './pages/not-found.tsx'
import { RunPage } from './pages/run/run.tsx'
import { Runs } from './pages/runs/runs.tsx'
import { Skills } from './pages/skills/skills.tsx'
import { Skeleton } from './parts/skeleton.tsx'
import { Shell } from './shell/shell.tsx'

const Deliveries = lazy(() => import('./pages/deliveries/deliveries.tsx'))
const Engines = lazy(() => import('./pages/engines/engines.tsx'))
const Exec = lazy(() => import('./pages/exec/exec.tsx'))
const Settings = lazy(() => import('./pages/settings/settings.tsx'))
const SkillPage = lazy(() => import('./pages/skill/skill.tsx'))
const StepJobPage = lazy(() => import('./pages/exec/step-job.tsx'))
const TaskPage = lazy(() => import('./pages/exec/task.tsx'))

/** Where each page is. */
export function App() {
  return (
    <Shell>
      <Suspense fallback={<Skeleton rows={6} />}>
        <Switch>
          <Route path="/ui">
            <Redirect to="/ui/runs" replace />
          </Route>
          <Route path="/ui/runs">
            <Runs />
          </Route>
          <Route path="/ui/runs/:id">{({ id }) => <RunPage key={id} id={id} />}</Route>
          <Route path="/ui/skills">
            <Skills />
          </Route>
          <Route path="/ui/skills/:id">{({ id }) => <SkillPage key={id} id={id} />}</Route>
          <Route path="/ui/exec">
            <Redirect to="/ui/exec/default" replace />
          </Route>
          <Route path="/ui/exec/:project">{({ project }) => <Exec key={project} project={project} />}</Route>
          <Route path="/ui/exec/:project/tasks/:id">
            {({ project, id }) => <TaskPage key={`${project} ${id}`} project={project} id={id} />}
          </Route>
          <Route path="/ui/exec/:project/jobs/:id">
            {({ project, id }) => <StepJobPage key={`${project} ${id}`} project={project} id={id} />}
          </Route>
          <Route path="/ui/engines">
            <Engines />
          </Route>
          <Route path="/ui/deliveries">
            <Deliveries />
          </Route>
          <Route path="/ui/settings">
            <Settings />
          </Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
    </Shell>
  )
}
