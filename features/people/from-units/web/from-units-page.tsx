// People of another business unit of the partner: choose the unit, select people and groups, read who was added.
import { ActionIcon, Anchor, Badge, Button, Checkbox, Select, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconUsersGroup, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fromUnits as limits, type PageSize, defaultPageSize } from '#catalogue/limits.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { PageBar } from '#platform/web/ui/page-bar.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { PlainTable } from '#platform/web/ui/plain-table.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { UserGroupPicker } from '#features/people/grantees/web/exports.tsx'
import { importUnitPeople, listUnitPeople, readImportUnits } from '../contract.ts'
import classes from './from-units.module.css'

type NamedRecord = { id: string; name: string }
type Results = ReceivedOf<typeof importUnitPeople>['results']

export function FromUnits() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(readImportUnits, {})
  const [unitId, setUnitId] = useState<string | null>(null)
  const [results, setResults] = useState<Results | null>(null)
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  return (
    <>
      <Anchor className={classes.back} renderRoot={(props) => <PathLink to="/user" {...props} />}>
        <IconArrowLeft size={16} stroke={1.8} aria-hidden /> {t('people.users.title')}
      </Anchor>
      <PageHeader title={t('people.fromUnits.title')} text={t('people.fromUnits.purpose')} />
      {data === undefined ? <Skeleton height={36} /> : null}
      {data?.units.length === 0 ? (
        <EmptyState
          title={t('people.fromUnits.none')}
          text={t('people.fromUnits.noneText')}
          icon={<IconUsersGroup size={22} stroke={1.6} aria-hidden />}
        />
      ) : null}
      {data && data.units.length > 0 && results === null ? (
        <div className={classes.form}>
          <Select
            label={t('people.fromUnits.unit')}
            placeholder={t('people.fromUnits.choose')}
            data={data.units}
            value={unitId}
            onChange={setUnitId}
            searchable
          />
          {unitId === null ? null : (
            <Choice
              key={unitId}
              unit={{ id: unitId, name: data.units.find(({ value }) => value === unitId)?.label ?? '' }}
              onDone={setResults}
            />
          )}
        </div>
      ) : null}
      {results === null ? null : <ResultList results={results} onAgain={() => setResults(null)} />}
    </>
  )
}

function Choice({ unit, onDone }: { unit: NamedRecord; onDone: (results: Results) => void }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState<{ page: number; size: PageSize }>({ page: 1, size: defaultPageSize })
  const [picked, setPicked] = useState<readonly string[]>([])
  const [groups, setGroups] = useState<readonly NamedRecord[]>([])
  const listInput = { unit_id: unit.id, search, ...page }
  const { data, error, refetch, isPlaceholderData } = useCallQuery(listUnitPeople, listInput, { keep: true })
  const importPeople = useCallMutation(importUnitPeople, { onDone: ({ results }) => onDone(results) })
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  const pick = (id: string, isPicked: boolean) =>
    setPicked((before) => (isPicked ? [...before, id] : before.filter((each) => each !== id)))
  const label = t('people.fromUnits.people', { name: unit.name })
  const isFull = picked.length >= limits.people
  return (
    <>
      <SearchBox
        value={search}
        onSearch={(text) => {
          setSearch(text)
          setPage({ ...page, page: 1 })
        }}
      />
      {data?.total === 0 ? <p className={classes.hint}>{t('people.fromUnits.nobody')}</p> : null}
      {data && data.total > 0 ? (
        <div aria-busy={isPlaceholderData}>
          <ul className={classes.people} aria-label={label}>
            {data.data.map(({ id, name, email, department, is_here }) => (
              <li key={id}>
                <Checkbox
                  aria-label={t('people.fromUnits.select', { name })}
                  checked={picked.includes(id)}
                  disabled={is_here || (isFull && !picked.includes(id))}
                  onChange={({ currentTarget: { checked } }) => pick(id, checked)}
                />
                <span className={classes.words}>
                  <span className={classes.name}>{name}</span>
                  <span className={classes.hint}>
                    {[email, department].filter((detail) => detail !== null).join(' · ')}
                  </span>
                </span>
                {is_here ? (
                  <Badge variant="light" color="gray">
                    {t('people.fromUnits.here')}
                  </Badge>
                ) : null}
              </li>
            ))}
          </ul>
          <PageBar {...page} total={data.total} onChange={(part) => setPage({ ...page, page: 1, ...part })} />
        </div>
      ) : null}
      <UserGroupPicker
        name="group_ids"
        label={t('people.fromUnits.groups')}
        isMulti
        exclude={groups.map(({ id }) => id)}
        onPick={({ value, label: name }) => setGroups([...groups, { id: value, name }])}
      />
      <ul className={classes.groups}>
        {groups.map(({ id, name }) => (
          <li key={id}>
            {name}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('people.fromUnits.leaveGroup', { name })}
              onClick={() => setGroups(groups.filter((group) => group.id !== id))}
            >
              <IconX size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <div className={classes.bar}>
        <p className={classes.hint}>{t('people.fromUnits.most', { count: limits.people })}</p>
        <Button
          disabled={picked.length === 0}
          loading={importPeople.isPending}
          onClick={() =>
            importPeople.mutate({ unit_id: unit.id, user_ids: [...picked], group_ids: groups.map(({ id }) => id) })
          }
        >
          {t('people.fromUnits.import', { count: picked.length })}
        </Button>
      </div>
    </>
  )
}

function Person({ name, detail }: { name: string; detail: string }) {
  return (
    <span className={classes.words}>
      <span className={classes.name}>{name}</span>
      <span className={classes.hint}>{detail}</span>
    </span>
  )
}

function ResultList({ results, onAgain }: { results: Results; onAgain: () => void }) {
  const { t } = useTranslation()
  return (
    <section className={classes.form}>
      <PlainTable
        label={t('people.fromUnits.results')}
        columns={[t('people.fromUnits.field.name'), t('people.fromUnits.field.result')]}
      >
        {results.map(({ id, name, email, refusal }) => (
          <tr key={id}>
            <td>
              <Person name={name} detail={email} />
            </td>
            <td data-wrong={refusal !== null || undefined} className={classes.result}>
              {refusal ?? t('people.fromUnits.added')}
            </td>
          </tr>
        ))}
      </PlainTable>
      <div className={classes.bar}>
        <Button variant="default" onClick={onAgain}>
          {t('people.fromUnits.again')}
        </Button>
        <Button renderRoot={(props) => <PathLink to="/user" {...props} />}>{t('people.imports.results.users')}</Button>
      </div>
    </section>
  )
}
