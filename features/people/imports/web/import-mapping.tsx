// The second step of the wizard: the choice of the field that each column fills.
import { Button, Group, NativeSelect, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { listFieldDefinitions } from '#features/organisation/custom-fields/contract.ts'
import {
  type ExistingChoice,
  existingChoices,
  importedFields,
  joinedField,
  mapImport,
  type MatchField,
  matchFields,
  delimiters,
  encodings,
  readImportAgain,
  neededFields,
  requiredFields,
  setImportHeading,
} from '../contract.ts'
import { ImportPart } from './import-frame.tsx'
import type { Import } from './import-steps.ts'
import classes from './import.module.css'

export type Target = { value: string; label: string; isRequired: boolean }

/** The fields of a person in this business unit, in the order of the form. */
export function useTargets(): Target[] {
  const { t } = useTranslation()
  const { data = [] } = useCallQuery(listFieldDefinitions, {}, { freshFor: 60_000 })
  return [
    ...importedFields.map((value) => ({
      value,
      label: t(`people.users.field.${value}`),
      isRequired: requiredFields.includes(value),
    })),
    ...data.map(({ id, name, required }) => ({ value: `custom.${id}`, label: name, isRequired: required })),
  ]
}

export function MapColumns({ found, onDone }: { found: Import; onDone: () => void }) {
  const { t } = useTranslation()
  const targets = useTargets()
  const [columns, setColumns] = useState(found.columns)
  const mapColumns = useCallMutation(mapImport, { onDone })
  const [existing, setExisting] = useState<ExistingChoice>(found.existing)
  const [matchedBy, setMatchedBy] = useState<MatchField>(found.matched_by)
  const needed: readonly string[] = neededFields(existing, matchedBy)
  const isNeeded = ({ value, isRequired }: Target) => needed.includes(value) || (existing === 'skip' && isRequired)
  const missing = targets.filter((target) => isNeeded(target) && !columns.includes(target.value))
  // A field is filled by one column only, unless its columns are joined: choosing it for a second column clears the first one.
  const choose = (columnIndex: number, target: string) =>
    setColumns((before) =>
      before.map((each, index) =>
        index === columnIndex ? target : each === target && target !== joinedField ? '' : each,
      ),
    )
  const nameOf = (index: number) => found.headings[index] || t('people.imports.map.unnamed', { number: index + 1 })
  const joined = columns.flatMap((target, index) => (target === joinedField ? [nameOf(index)] : []))
  return (
    <ImportPart title={t('people.imports.map.title')} text={t('people.imports.map.text')}>
      {found.heading === null ? null : <Heading id={found.id} heading={found.heading} />}
      {found.reading === null ? null : <Reading id={found.id} reading={found.reading} />}
      <ul className={classes.columns}>
        {found.headings.map((_, columnIndex) => {
          const name = nameOf(columnIndex)
          const examples = found.sample.map((row) => row[columnIndex] ?? '').filter((cell) => cell !== '')
          return (
            <li key={columnIndex} className={classes.column} data-unused={columns[columnIndex] === '' || undefined}>
              <div className={classes.words}>
                <span className={classes.name}>{name}</span>
                <span className={classes.hint}>
                  {examples.length === 0 ? '–' : <span className={classes.examples}>{examples.join(' · ')}</span>}
                </span>
              </div>
              <NativeSelect
                aria-label={t('people.imports.map.column', { name })}
                value={columns[columnIndex] ?? ''}
                onChange={({ currentTarget: { value } }) => choose(columnIndex, value)}
                data={[
                  { value: '', label: t('people.imports.map.none') },
                  ...targets.map((target) => ({
                    value: target.value,
                    label: isNeeded(target) ? `${target.label} (${t('people.imports.map.required')})` : target.label,
                  })),
                ]}
              />
            </li>
          )
        })}
      </ul>
      {joined.length < 2 ? null : (
        <p className={classes.text} aria-live="polite">
          {t('people.imports.map.joined', { names: joined.join(' + ') })}
        </p>
      )}
      <Radio.Group
        label={t('people.imports.map.existing')}
        description={t('people.imports.map.existingText')}
        value={existing}
        onChange={(value) => setExisting(existingChoices.find((each) => each === value) ?? 'skip')}
      >
        <Stack gap="xs" mt="xs">
          {existingChoices.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(`people.imports.map.choice.${each}`)}
              description={t(`people.imports.map.choiceText.${each}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <NativeSelect
        className={classes.matched}
        label={t('people.imports.map.matchedBy')}
        value={matchedBy}
        onChange={({ currentTarget: { value } }) => setMatchedBy(matchFields.find((each) => each === value) ?? 'email')}
        data={matchFields.map((value) => ({ value, label: t(`people.users.field.${value}`) }))}
      />
      <div className={classes.bar}>
        <p className={classes.state} aria-live="polite">
          {missing.length === 0
            ? null
            : t('people.imports.map.missing', { names: missing.map(({ label }) => label).join(', ') })}
        </p>
        <Button
          disabled={missing.length > 0}
          loading={mapColumns.isPending}
          onClick={() => mapColumns.mutate({ id: found.id, columns, existing, matched_by: matchedBy })}
        >
          {t('people.imports.map.next')}
        </Button>
      </div>
    </ImportPart>
  )
}

const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows-1252',
} as const

/** Which line has the headings. The columns and their first values show at once what another choice gives. */
function Heading({ id, heading: { line, rows } }: { id: string; heading: NonNullable<Import['heading']> }) {
  const { t } = useTranslation()
  const change = useCallMutation(setImportHeading)
  return (
    <NativeSelect
      className={classes.heading}
      label={t('people.imports.field.line')}
      description={t('people.imports.map.headingText')}
      value={String(line)}
      disabled={change.isPending}
      onChange={({ currentTarget: { value } }) => change.mutate({ id, line: Number(value) })}
      data={[
        { value: '0', label: t('people.imports.map.noHeading') },
        ...rows.map(({ number, cells }) => ({
          value: String(number),
          label: t('people.imports.map.headingLine', { number, cells: excerptOf(cells) }),
        })),
      ]}
    />
  )
}

const excerptLength = 80

function excerptOf(cells: readonly string[]): string {
  const text = cells.filter((cell) => cell !== '').join(' · ')
  return text.length > excerptLength ? `${text.slice(0, excerptLength)}…` : text
}

/** How the file was read. The columns and their first values show at once whether another choice reads it better. */
function Reading({ id, reading }: { id: string; reading: NonNullable<Import['reading']> }) {
  const { t } = useTranslation()
  const again = useCallMutation(readImportAgain)
  const delimiterNames = {
    ';': t('people.imports.map.delimiter.semicolon'),
    ',': t('people.imports.map.delimiter.comma'),
    '\t': t('people.imports.map.delimiter.tab'),
    '|': t('people.imports.map.delimiter.bar'),
  } as const
  return (
    <Group align="end">
      <NativeSelect
        label={t('people.imports.field.encoding')}
        value={reading.encoding}
        disabled={again.isPending}
        onChange={({ currentTarget: { value } }) => {
          const encoding = encodings.find((each) => each === value)
          if (encoding) again.mutate({ id, ...reading, encoding })
        }}
        data={encodings.map((value) => ({ value, label: encodingNames[value] }))}
      />
      <NativeSelect
        label={t('people.imports.field.delimiter')}
        value={reading.delimiter}
        disabled={again.isPending}
        onChange={({ currentTarget: { value } }) => {
          const delimiter = delimiters.find((each) => each === value)
          if (delimiter) again.mutate({ id, ...reading, delimiter })
        }}
        data={delimiters.map((value) => ({ value, label: delimiterNames[value] }))}
      />
      <p className={classes.hint}>{t('people.imports.map.readingText')}</p>
    </Group>
  )
}
