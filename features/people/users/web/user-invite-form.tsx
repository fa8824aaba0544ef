// The page that invites several people at once: pasted addresses, and what they have in common. Next: use-invitations.ts.
import { Alert, Button, CopyButton, Group, Radio, Stack, Textarea } from '@mantine/core'
import { IconAlertCircle, IconLink, IconMailOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostInvited } from '#catalogue/limits.ts'
import type { CustomValues } from '#features/organisation/custom-fields/contract.ts'
import { CustomValueFields, useCustomNames, useValueCheck } from '#features/organisation/custom-fields/web/exports.tsx'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useGoBack } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { FormLayout, FormSection } from '#platform/web/ui/form-layout.tsx'
import { isMoment } from '#platform/web/ui/moment.ts'
import { MomentField } from '#platform/web/ui/moment-field.tsx'
import { LeaveGuard } from '#platform/web/ui/leave-guard.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { CellNote, PlainTable } from '#platform/web/ui/plain-table.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { type MemberProfile, memberProfiles, readInvitationMail } from '../contract.ts'
import { readAddresses } from './invited-addresses.ts'
import { hasUncopied, type Invitation } from './invitation-results.ts'
import { useInvitations } from './use-invitations.ts'
import { UserGroups } from './user-groups.tsx'
import { userPlace } from './user-place.ts'

type Values = {
  addresses: string
  profile: MemberProfile
  groups: { id: string; name: string }[]
  custom: CustomValues
  invite_at: string | null
}
const blank: Values = { addresses: '', profile: 'user', groups: [], custom: {}, invite_at: null }

export function InviteUsers() {
  const { t } = useTranslation()
  const invitations = useInvitations()
  const draft = useDraft(blank)
  const { results, added } = invitations
  const [copied, setCopied] = useState<ReadonlySet<string>>(new Set())
  const note = (...emails: string[]) => setCopied((before) => new Set([...before, ...emails]))
  const isAnyLeft = hasUncopied(added, copied)
  const retry = (left: readonly Invitation[]) => {
    draft.set({ addresses: left.map(({ name, email }) => `${name} <${email}>`).join('\n') })
    invitations.again()
  }
  return (
    <>
      <PageHeader title={t('people.users.invite.title')} text={t('people.users.invite.purpose')} />
      <LeaveGuard
        changed={isAnyLeft}
        question={{ title: t('people.users.invite.leaveTitle'), text: t('people.users.invite.leaveText') }}
      />
      {results === null ? (
        <InviteForm draft={draft} invitations={invitations} isGuarded={isAnyLeft} />
      ) : (
        <Results results={results} onRetry={retry} onCopied={note} />
      )}
      {results === null && added.length > 0 ? (
        <Stack gap="xs" mt="xl">
          <h2>{t('people.users.invite.before')}</h2>
          <Outcomes results={added} onCopied={note} />
        </Stack>
      ) : null}
    </>
  )
}

type InviteFormProps = {
  draft: ReturnType<typeof useDraft<Values>>
  invitations: ReturnType<typeof useInvitations>
  /** Leaving the page asks already, because of the links. */
  isGuarded: boolean
}

function InviteForm({ draft, invitations: { running, results, start }, isGuarded }: InviteFormProps) {
  const { t } = useTranslation()
  const { language } = useSession()
  const goBack = useGoBack(userPlace.path)
  const names = useCustomNames()
  const check = useValueCheck()
  const mail = useCallQuery(readInvitationMail, {})
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const { values } = draft
  const { people, unread, invalid, validCount } = readAddresses(values.addresses)
  const invalidText =
    invalid.length === 0 ? undefined : t('people.users.invite.invalid', { parts: invalid.slice(0, 5).join(' · ') })
  const set = (part: Partial<Values>) => {
    setFaults({})
    draft.set(part)
  }
  const send = () => {
    setAttempt((before) => before + 1)
    const label = t('people.users.invite.addresses')
    const found: Record<string, string> = {}
    if (people.length === 0) found['addresses'] = t('general.field.required', { name: label })
    else if (invalidText !== undefined) found['addresses'] = invalidText
    else if (people.length > mostInvited) found['addresses'] = t('people.users.invite.tooMany', { count: mostInvited })
    for (const [field, fault] of Object.entries(check(values.custom, null)))
      if (fault !== undefined) found[field] = t(`general.field.${fault}`, { name: names[field] ?? field })
    if (values.invite_at !== null && !isMoment(values.invite_at))
      found['invite_at'] = t('people.users.planned.incomplete')
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const { profile, groups, custom, invite_at } = values
    const common = { profile, custom, invite_at, language, state: 'A' as const, phone: null, department: null }
    void start(people, { ...common, group_ids: groups.map(({ id }) => id) })
  }
  const submission = { faults, refusal: null, attempt, busy: running !== null, done: results !== null }
  return (
    <FormLayout
      submission={submission}
      changed={isGuarded ? [] : draft.changed.map((key) => t(`people.users.${changedLabels[key]}`))}
      action={
        running === null
          ? t('people.users.invite.send', { count: validCount })
          : t('general.bulk.running', { action: t('people.users.invite.title'), ...running })
      }
      onSubmit={send}
      onCancel={goBack}
    >
      <FormSection title={t('people.users.invite.people')} text={t('people.users.invite.peopleText')}>
        {mail.data?.obstacle ? (
          <Alert color="amber" variant="light" c="var(--ink)" icon={<IconMailOff aria-hidden />}>
            {t(`people.users.noMail.${mail.data.obstacle}`)} {t('people.users.invite.noMail')}
          </Alert>
        ) : null}
        <Textarea
          name="addresses"
          label={t('people.users.invite.addresses')}
          description={t('people.users.invite.addressesHelp')}
          placeholder={'ana@example.com\nBruno Lima <bruno@example.com>'}
          error={faults['addresses']}
          autosize
          minRows={5}
          maxRows={16}
          value={values.addresses}
          onChange={({ currentTarget: { value } }) => set({ addresses: value })}
        />
        {invalidText === undefined || faults['addresses'] !== undefined ? null : <output>{invalidText}</output>}
        {unread.length === 0 ? null : (
          <output>
            {t('people.users.invite.unread', { count: unread.length, parts: unread.slice(0, 5).join(' · ') })}
          </output>
        )}
      </FormSection>
      {mail.data?.obstacle === null ? (
        <FormSection title={t('people.users.planned.section')} text={t('people.users.planned.text')}>
          <MomentField
            name="invite_at"
            label={t('people.users.field.invite_at')}
            description={t('people.users.planned.help')}
            error={faults['invite_at']}
            value={values.invite_at}
            onChange={(invite_at) => set({ invite_at })}
          />
        </FormSection>
      ) : null}
      <FormSection title={t('people.users.section.access')} text={t('people.users.invite.accessText')}>
        <Radio.Group
          name="perfil_usuario"
          label={t('people.users.field.perfil_usuario')}
          value={values.profile}
          onChange={(value) => set({ profile: value === 'admin' ? 'admin' : 'user' })}
        >
          <Stack gap="xs" my="xs">
            {memberProfiles.toReversed().map((profile) => (
              <Radio
                key={profile}
                value={profile}
                label={t(`people.users.profile.${profile}`)}
                description={t(`people.users.help.profile.${profile}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <UserGroups groups={values.groups} error={undefined} onChange={(groups) => set({ groups })} />
      </FormSection>
      <CustomValueFields requiredOnly values={values.custom} faults={faults} onChange={(custom) => set({ custom })} />
    </FormLayout>
  )
}

const changedLabels = {
  addresses: 'invite.addresses',
  profile: 'field.perfil_usuario',
  groups: 'field.group_ids',
  custom: 'field.custom',
  invite_at: 'field.invite_at',
} as const

type ResultsProps = {
  results: readonly Invitation[]
  onRetry: (left: readonly Invitation[]) => void
  onCopied: (...emails: string[]) => void
}

/** What happened to each address. Links are shown only here, and only now. */
function Results({ results, onRetry, onCopied }: ResultsProps) {
  const { t } = useTranslation()
  const goBack = useGoBack(userPlace.path)
  const refused = results.filter(({ refusal }) => refusal !== null)
  const links = results.flatMap(({ email, link }) => (link === null ? [] : [`${email}\t${link}`]))
  const outcome = useRef<HTMLOutputElement>(null)
  // The form was longer than this: its end would be in view, and screen readers would be nowhere.
  useEffect(() => {
    outcome.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <Stack gap="lg">
      <output ref={outcome} tabIndex={-1}>
        {t('people.users.invite.added', { count: results.length - refused.length })}{' '}
        {refused.length === 0 ? null : t('people.users.invite.refused', { count: refused.length })}
      </output>
      {links.length === 0 ? null : (
        <Alert variant="light" icon={<IconLink aria-hidden />} title={t('people.users.invite.linksTitle')}>
          <Stack gap="sm" align="flex-start">
            {t('people.users.invite.linksText')}
            <Copy
              value={links.join('\n')}
              label={t('people.users.invite.copyAll')}
              onCopied={() => onCopied(...results.map(({ email }) => email))}
            />
          </Stack>
        </Alert>
      )}
      <Outcomes results={results} onCopied={onCopied} />
      <Group>
        <Button onClick={goBack}>{t('people.users.invite.toList')}</Button>
        {refused.length === 0 ? null : (
          <Button variant="default" onClick={() => onRetry(refused)}>
            {t('people.users.invite.correct', { count: refused.length })}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function Outcomes({ results, onCopied }: Pick<ResultsProps, 'results' | 'onCopied'>) {
  const { t } = useTranslation()
  return (
    <PlainTable
      label={t('people.users.invite.title')}
      columns={[t('people.users.field.email'), t('people.users.invite.result')]}
    >
      {results.map((result) => (
        <tr key={result.email}>
          <td>
            {result.name}
            <CellNote>{result.email}</CellNote>
          </td>
          <td>
            <Outcome result={result} onCopied={() => onCopied(result.email)} />
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}

function Outcome({ result, onCopied }: { result: Invitation; onCopied: () => void }) {
  const { t } = useTranslation()
  const { email, link, refusal, isPlanned } = result
  if (refusal !== null) {
    return (
      <Group gap="xs" wrap="nowrap" c="var(--danger)">
        <IconAlertCircle size={16} stroke={1.8} aria-hidden />
        <span>{refusal}</span>
      </Group>
    )
  }
  if (isPlanned) return t('people.users.planned.done')
  if (link === null) return t('people.users.invited', { email })
  return (
    <>
      <Copy
        value={link}
        label={t('general.action.copy')}
        name={t('people.users.invite.copyLink', { email })}
        onCopied={onCopied}
      />
      <CellNote code>
        {/* A line that ends at a hyphen looks as if the hyphen were not part of the link. */}
        <span style={{ wordBreak: 'break-all' }}>{link}</span>
      </CellNote>
    </>
  )
}

type CopyProps = {
  value: string
  label: string
  /** The label with what is copied, where several buttons have the same. */
  name?: string
  onCopied: () => void
}

function Copy({ value, label, name, onCopied }: CopyProps) {
  const { t } = useTranslation()
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconLink size={14} aria-hidden />}
          aria-label={copied ? undefined : name}
          onClick={() => {
            copy()
            onCopied()
          }}
        >
          {copied ? t('general.toast.copied') : label}
        </Button>
      )}
    </CopyButton>
  )
}
