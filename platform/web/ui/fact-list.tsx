// The facts of a record that is only read, each with its label. A fact that is null is left out.
import { Fragment, type ReactNode } from 'react'
import { useFormats } from '../language/formats.ts'
import classes from './fact-list.module.css'

export type Fact = [label: string, value: ReactNode]

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) =>
        value === null ? null : (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
      )}
    </dl>
  )
}

type NamedFile = { name: string; bytes: number }

/** Names files with their sizes; null: there are none. */
export function useFileNames(): (files: readonly NamedFile[]) => string | null {
  const { number } = useFormats()
  return (files) =>
    files.length === 0
      ? null
      : files.map(({ name, bytes }) => `${name} (${number(Math.ceil(bytes / 1024))} kB)`).join(', ')
}
