// The dialog that grants or denies one request. For a report with filters or row-level security, it offers two kinds of grant.
import { Alert, Button, Radio, Text, Textarea } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { DialogForm, DialogFormFrame } from '#platform/web/ui/form-dialog.tsx'
import { OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LoadingBlock } from '#platform/web/ui/loading-block.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import {
  AccessGrantFields,
  asksForRole,
  blankReading,
  grantedReport,
  grantFault,
  type Reading,
  roleOfAllRows,
  useGrantRoles,
} from '#features/reports/grant-fields/web/exports.tsx'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import { withoutOthers } from '#features/reports/access/contract.ts'
import { ReportPreview } from '#features/reports/stage/web/exports.tsx'
import { denyRequest, grantRequest, listCatalog, listRequests, readRequest } from '../contract.ts'
import classes from './catalog-card.module.css'
import type { RequestRow } from './catalog-report.ts'

export type Decision = { kind: 'grant' | 'deny'; request: RequestRow }

export function DecisionDialog({ decision, onClose }: { decision: Decision | null; onClose: () => void }) {
  const { t } = useTranslation()
  const title = decision === null ? '' : t(`reports.catalogs.${decision.kind}Title`, decision.request)
  return (
    <Dialog size="lg" opened={decision !== null} onClose={onClose} title={title}>
      {decision?.kind === 'grant' ? <Grant request={decision.request} onClose={onClose} /> : null}
      {decision?.kind === 'deny' ? <Deny request={decision.request} onClose={onClose} /> : null}
    </Dialog>
  )
}

type DecidedProps = { request: RequestRow; onClose: () => void }

function Grant({ request, onClose }: DecidedProps) {
  const { data, error, refetch } = useCallQuery(readRequest, { id: request.id }, { freshFor: 0 })
  const { roles, filters, soleRole, isLoading } = useGrantRoles(data && asksForRole(data) ? data.report_id : null)
  if (error) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data || isLoading) return <LoadingBlock height={160} />
  const model = { soleRole, allRows: roleOfAllRows(roles, filters), isTold: filters !== null }
  return <GrantForm request={data} model={model} onClose={onClose} />
}

type AccessRequest = ReceivedOf<typeof readRequest>
type Mode = 'filters' | 'open'

/**
 * A grant begins with the filters and a role that a person chooses, because the other choice shows all rows. Where the report has no filters
 * and its only role shows all rows, nothing can be configured.
 */
const usualMode = ({ has_filters: hasFilters }: AccessRequest, { soleRole: [sole], allRows }: Model): Mode =>
  !hasFilters && sole !== undefined && sole === allRows ? 'open' : 'filters'

/** The roles of the data model that the form may choose. `isTold`: whether its service tells what roles filter. */
type Model = { soleRole: string[]; allRows: string | null; isTold: boolean }
type GrantFormProps = { request: AccessRequest; model: Model; onClose: () => void }

function GrantForm({ request, model, onClose }: GrantFormProps) {
  const { t } = useTranslation()
  const { values, set } = useDraft<Reading & { mode: Mode; answer: string }>({
    ...blankReading,
    mode: usualMode(request, model),
    roles: model.soleRole,
    answer: '',
  })
  const submission = useSubmit(grantRequest, {
    label: useFieldLabel('message'),
    refreshes,
    values,
    onDone: () => {
      toastDone()
      onClose()
    },
  })
  const secured = asksForRole(request)
  const isOpen = values.mode === 'open'
  const { mode: _, answer, ...reading } = values
  const fault = grantFault(reading, request)
  const [isMarked, setMarked] = useState(false)
  const [isPreviewed, setPreviewed] = useState(false)
  const person = { user_id: request.user_id, group_id: null }
  // Nobody opens a preview as a third person in remote access.
  const isRemote = useSession().remoteAccess !== null
  const mayPreview = useCan('report.grant') && request.may_preview && !isRemote
  const preview = () => {
    setMarked(true)
    if (fault === null) setPreviewed(true)
  }
  const send = () => {
    setMarked(true)
    if (fault !== null) return
    submission.submit({ id: request.id, ...reading, without_filters: isOpen, answer: answer.trim() || null })
  }
  const { faults } = submission
  return (
    <DialogFormFrame submission={submission} action={t('reports.catalogs.grant')} onSubmit={send} onCancel={onClose}>
      <RequestReason request={request} />
      {request.has_filters || secured ? (
        <ModeChoice
          mode={values.mode}
          hasFilters={request.has_filters}
          model={secured ? model : null}
          onChange={(mode) => set({ mode, ...(secured && { roles: rolesFor(mode, model) }) })}
        />
      ) : null}
      {isOpen && secured && model.allRows === null ? (
        <Alert color="amber" variant="light" c="var(--ink)">
          {t('reports.catalogs.mode.openRole')}
        </Alert>
      ) : null}
      <AccessGrantFields
        grant={values}
        report={{ ...grantedReport(request), secured, needsRole: secured, hasFilters: false }}
        fault={isMarked ? fault : null}
        knownRoles={request.known_roles}
        grantee={person}
        onChange={set}
      />
      {mayPreview ? (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconUserSearch size={16} stroke={1.8} aria-hidden />}
            onClick={preview}
          >
            {t('reports.access.check.preview')}
          </Button>
        </div>
      ) : null}
      {isPreviewed ? (
        <ReportPreview
          reportId={request.report_id}
          person={{ id: request.user_id, name: request.name }}
          // A grant to the person wins over those to their groups, so it alone decides what they see.
          drafts={[withoutOthers({ ...person, ...reading, without_filters: isOpen })]}
          onClose={() => setPreviewed(false)}
        />
      ) : null}
      {faults['ends_on'] ? (
        <Text role="alert" c="var(--danger)">
          {faults['ends_on']}
        </Text>
      ) : null}
      <Textarea
        name="answer"
        label={<OptionalLabel>{t('reports.catalogs.field.message')}</OptionalLabel>}
        error={faults['answer']}
        maxLength={500}
        autosize
        minRows={2}
        value={answer}
        onChange={({ currentTarget: { value } }) => set({ answer: value })}
      />
    </DialogFormFrame>
  )
}

/** Without filters: the role that shows all rows, if there is one. The person sees it in the form and may change it. */
const rolesFor = (mode: Mode, { soleRole, allRows }: Model): string[] =>
  mode === 'open' && allRows !== null ? [allRows] : soleRole

/** `model`: null without row-level security. */
type ModeChoiceProps = { mode: Mode; hasFilters: boolean; model: Model | null; onChange: (mode: Mode) => void }

function ModeChoice({ mode, hasFilters, model, onChange }: ModeChoiceProps) {
  const { t } = useTranslation()
  const allRows = model?.allRows ?? null
  // The report has no filters that could be left out, and no role shows all rows.
  const isImpossible = !hasFilters && model?.isTold === true && allRows === null
  const configured = model === null ? 'filters' : hasFilters ? 'both' : 'roles'
  const sentences = [
    ...(hasFilters ? [t('reports.catalogs.mode.openText')] : []),
    ...(allRows === null ? [] : [t('reports.catalogs.mode.openAllRows', { role: allRows })]),
    ...(isImpossible ? [t('reports.catalogs.mode.openNoRole')] : []),
  ]
  return (
    <Radio.Group
      label={t('reports.catalogs.mode.label')}
      value={mode}
      onChange={(next) => onChange(next === 'open' ? 'open' : 'filters')}
    >
      <div className={classes.dialog}>
        <Radio
          value="filters"
          label={t('reports.catalogs.mode.filters')}
          description={t(`reports.catalogs.mode.${configured}Text`)}
        />
        <Radio
          value="open"
          label={t('reports.catalogs.mode.open')}
          description={sentences.join(' ')}
          disabled={isImpossible}
        />
      </div>
    </Radio.Group>
  )
}

function Deny({ request, onClose }: DecidedProps) {
  const { t } = useTranslation()
  return (
    <DialogForm
      call={denyRequest}
      initial={{ answer: '' }}
      inputOf={({ answer }) => ({ id: request.id, answer })}
      label={useFieldLabel('denial')}
      refreshes={refreshes}
      action={t('reports.catalogs.deny')}
      onClose={onClose}
    >
      {({ values, set, faults }) => (
        <>
          <RequestReason request={request} />
          <Textarea
            name="answer"
            label={t('reports.catalogs.field.denial')}
            description={t('reports.catalogs.help.answer')}
            error={faults['answer']}
            maxLength={500}
            autosize
            minRows={3}
            value={values.answer}
            onChange={({ currentTarget: { value } }) => set({ answer: value })}
            data-autofocus
          />
        </>
      )}
    </DialogForm>
  )
}

const refreshes = [listRequests, listCatalog]

/** `answer`: what the text to the person is, which a denial must have. */
function useFieldLabel(answer: 'message' | 'denial') {
  const { t } = useTranslation()
  return (field: string) =>
    field === 'answer' ? t(`reports.catalogs.field.${answer}`) : t(`reports.access.field.${field as 'roles'}`)
}

function RequestReason({ request }: { request: Pick<RequestRow, 'reason' | 'name' | 'email'> }) {
  const { t } = useTranslation()
  return (
    <div>
      <Text size="sm" c="dimmed">
        {t('reports.catalogs.reasonOf', request)}
      </Text>
      <blockquote className={classes.asked}>{request.reason}</blockquote>
    </div>
  )
}
