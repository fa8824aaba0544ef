// The menu of switch-menu.tsx, for people of several business units: a search from eight on. The server searches when the session has not
// all of them. Staff choose whether they enter as administrator or as reader.
import { Combobox, SegmentedControl, UnstyledButton, useCombobox } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouter } from '@tanstack/react-router'
import { useCallMutation, useCallQuery } from '#platform/web/client/use-call.ts'
import { type OwnTenant, tenantOf, useSession } from '#platform/web/session/use-session.ts'
import { useTypedSearch } from '#platform/web/ui/search-chip.tsx'
import { findCompanies } from '#features/identity/sessions/contract.ts'
import { changeCompany, enterTenant } from '../contract.ts'
import classes from './switch-menu.module.css'
import { SwitchModal } from './switch-modal.tsx'
import { useSwitch } from './switch-places.ts'

/** From this many business units on the list has a search field. */
const searchFrom = 8

type ActingProfile = 'admin' | 'user'

export function SwitchChoice() {
  const { t } = useTranslation()
  const { tenantId, tenantName, tenants, mayEnterTenants, actingProfile } = useSession()
  const { search, setSearch, found, hasMore, emptyText } = useFoundTenants()
  const [acting, setActing] = useState<ActingProfile>(actingProfile ?? 'admin')
  const [chosen, setChosen] = useState<OwnTenant | null>(null)
  const { isArriving, follow } = useSwitch()
  const { history } = useRouter()
  const change = useCallMutation(changeCompany, { onDone: (answer) => follow(answer) })
  const enter = useCallMutation(enterTenant, { onDone: (answer) => follow(answer) })
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setSearch('')
    },
  })
  const present = tenantName ?? t('identity.unitSwitch.choose')
  const choose = (id: string) => {
    const tenant = found.find((one) => one.id === id)
    combobox.closeDropdown()
    if (!tenant || (id === tenantId && !mayEnterTenants)) return
    setChosen(tenant)
    const left = history.location.href.slice(0, 500)
    if (mayEnterTenants) enter.mutate({ tenant_id: id, acting_profile: acting, left })
    else change.mutate({ tenant_id: id, left })
  }
  const { dropdownOpened } = combobox
  const hasSearch = tenants.length >= searchFrom
  // The search field may appear after the menu, when a newer list of units is loaded.
  const focusSearch = useEffectEvent(() => combobox.focusSearchInput())
  useEffect(() => {
    if (dropdownOpened && hasSearch) focusSearch()
  }, [dropdownOpened, hasSearch])
  // The Enter key opens the first unit that matches.
  const select = useEffectEvent((typed: string, first: string | undefined) => {
    if (plain(typed) === '' || first === undefined) combobox.resetSelectedOption()
    else combobox.selectFirstOption()
  })
  const firstFound = found[0]?.id
  useEffect(() => select(search, firstFound), [search, firstFound])
  return (
    <>
      <Combobox store={combobox} width={320} position="bottom-start" withinPortal onOptionSubmit={choose}>
        <Combobox.Target targetType="button">
          <UnstyledButton
            className={classes.button}
            aria-label={t('identity.unitSwitch.button', { unit: present })}
            disabled={change.isPending || enter.isPending}
            onClick={() => combobox.toggleDropdown()}
          >
            <span className={classes.name}>{present}</span>
            <IconSelector size={16} stroke={1.7} aria-hidden />
          </UnstyledButton>
        </Combobox.Target>
        <Combobox.Dropdown>
          {mayEnterTenants ? (
            <Combobox.Header>
              <SegmentedControl
                fullWidth
                size="xs"
                aria-label={t('identity.unitSwitch.enterAs')}
                value={acting}
                onChange={(value) => setActing(value === 'user' ? 'user' : 'admin')}
                data={[
                  { value: 'admin', label: t('identity.unitSwitch.asAdmin') },
                  { value: 'user', label: t('identity.unitSwitch.asUser') },
                ]}
              />
            </Combobox.Header>
          ) : null}
          {hasSearch ? (
            <Combobox.Search
              value={search}
              onChange={({ currentTarget }) => {
                setSearch(currentTarget.value)
              }}
              placeholder={t('identity.unitSwitch.search')}
              aria-label={t('identity.unitSwitch.search')}
            />
          ) : null}
          <Combobox.Options className={classes.options} aria-label={t('identity.unitSwitch.units')}>
            {found.length === 0 ? <Combobox.Empty>{emptyText}</Combobox.Empty> : null}
            {found.map((tenant) => (
              <Combobox.Option key={tenant.id} value={tenant.id} active={tenant.id === tenantId}>
                <span className={classes.option}>
                  <TenantMark tenant={tenant} />
                  <span className={classes.optionText}>
                    <span>{tenant.name}</span>
                    <span className={classes.domain}>{tenant.domain}</span>
                  </span>
                  {tenant.id === tenantId ? <IconCheck size={16} stroke={1.8} aria-hidden /> : null}
                </span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
          {hasMore ? <Combobox.Footer className={classes.more}>{t('identity.unitSwitch.more')}</Combobox.Footer> : null}
        </Combobox.Dropdown>
      </Combobox>
      <SwitchModal opened={isArriving} name={chosen?.name ?? null} />
    </>
  )
}

/** The business units that match what is typed: of the session, or of the server when the session has not all of them. */
function useFoundTenants() {
  const { t } = useTranslation()
  const { tenants, hasMoreTenants } = useSession()
  const { typed: search, type: setSearch, asked } = useTypedSearch()
  const sought = plain(search)
  const isRemote = hasMoreTenants && sought !== ''
  const { data, error } = useCallQuery(
    findCompanies,
    { search: asked },
    { enabled: isRemote && asked !== '', freshFor: 10_000 },
  )
  if (isRemote) {
    // An answer to an earlier text offers nothing: a quick Enter would open another unit.
    const answer = plain(asked) === sought ? data : undefined
    const emptyText = error?.message ?? t(answer === undefined ? 'general.state.loading' : 'general.list.empty')
    return {
      search,
      setSearch,
      found: answer?.companies.map(tenantOf) ?? [],
      hasMore: answer?.more_companies === true,
      emptyText,
    }
  }
  const matches = tenants.filter(({ name }) => plain(name).includes(sought))
  // Business units share the end of their hosts, so hosts are searched only if no name matches.
  const found = matches.length > 0 ? matches : tenants.filter(({ domain }) => domain.includes(sought))
  return { search, setSearch, found, hasMore: hasMoreTenants, emptyText: t('general.list.empty') }
}

function TenantMark({ tenant }: { tenant: OwnTenant }) {
  if (tenant.logo !== null) return <img className={classes.logo} src={tenant.logo} alt="" />
  return (
    <span className={classes.initial} aria-hidden>
      {Array.from(tenant.name)[0]}
    </span>
  )
}

/** Removes accents and case from a text, because the search of the server compares so. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()
