// The subjects of commits. Only commits after the rule was made are judged.
import { spawnSync } from 'node:child_process'

/** The first commit that follows the rule. */
const firstChecked = '7aa3f28'

const longest = 72
const form = /^[a-z][a-z0-9 /,.-]*: [^\s].*[^.\s]$/

/** Says what is wrong with a subject; null when nothing is. */
export function subjectFault(subject: string): string | null {
  if (subject.length > longest) return `“${subject}” has ${subject.length} characters; ${longest} are the limit.`
  return form.test(subject) ? null : `“${subject}” is not of the form “area: imperative summary”.`
}

/** Returns the faults in the subjects of later commits. Without git, or in a shallow clone without the first commit, there is none. */
export function checkSubjects(root: string): string[] {
  const log = spawnSync('git', ['log', '--no-merges', '--format=%s', `${firstChecked}^..HEAD`], {
    cwd: root,
    encoding: 'utf8',
  })
  if (log.status !== 0) return []
  return log.stdout
    .split('\n')
    .filter(Boolean)
    .flatMap((subject) => subjectFault(subject) ?? [])
}
