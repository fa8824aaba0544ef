// The dialog for one item of an app: its content, and its name in the navigation.
import { Modal, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '#platform/web/client/client.ts'
import { sendFile } from '#platform/web/client/send-file.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { DialogButtons } from '#platform/web/ui/dialog.tsx'
import { RichTextField } from '#platform/web/ui/rich-text-field.tsx'
import {
  addAppPicture,
  type AppItem,
  appItem,
  checkAppHtml,
  type ItemKind,
  listAppPages,
  selectAppContents,
} from '../contract.ts'

type DialogProps = {
  kind: ItemKind
  /** The item to change; null for a new item. */
  item: AppItem | null
  /** Names of the reports and playlists of the items, by id. */
  names: Record<string, string>
  onPick: (id: string, name: string) => void
  onClose: () => void
  onSave: (item: AppItem) => void
}

type Draft = {
  title: string
  report_id: string | null
  playlist_id: string | null
  page: string | null
  page_name: string | null
  address: string
  html: string
}

const blank: Draft = {
  title: '',
  report_id: null,
  playlist_id: null,
  page: null,
  page_name: null,
  address: '',
  html: '',
}

export function AppItemDialog({ kind, item, names, onPick, onClose, onSave }: DialogProps) {
  const { t } = useTranslation()
  const [id] = useState(() => item?.id ?? crypto.randomUUID())
  const [draft, setDraft] = useState<Draft>({ ...blank, ...item })
  const [isMarked, setMarked] = useState(false)
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const parsed = appItem.safeParse({ id, kind, ...draft })
  const faults = new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0])))
  const faultOf = (field: string, name: string) =>
    isMarked && faults.has(field) ? t('general.field.invalid', { name }) : undefined
  const nameOf = (contentKind: 'report' | 'playlist', chosen: string | null) =>
    chosen === null ? '' : (names[chosen] ?? t(`reports.apps.item.gone.${contentKind}`))
  const defaultTitle = (label: string) => (draft.title === '' ? { title: label.slice(0, 80) } : {})
  const save = () => {
    setMarked(true)
    if (parsed.success) onSave(parsed.data)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(`reports.apps.kind.${kind}`)}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      <Stack>
        {kind === 'report' || kind === 'page' ? (
          <ContentSelect
            kind="report"
            value={draft.report_id}
            name={nameOf('report', draft.report_id)}
            label={t('reports.apps.kind.report')}
            error={faultOf('report_id', t('reports.apps.kind.report'))}
            onPick={(report_id, label) => {
              onPick(report_id, label)
              set({ report_id, page: null, page_name: null, ...defaultTitle(label) })
            }}
          />
        ) : null}
        {kind === 'page' && draft.report_id !== null ? (
          <PageSelect
            reportId={draft.report_id}
            value={draft.page}
            pageName={draft.page_name}
            error={faultOf('page', t('reports.apps.kind.page'))}
            onPick={(page, page_name) => set({ page, page_name })}
          />
        ) : null}
        {kind === 'playlist' ? (
          <ContentSelect
            kind="playlist"
            value={draft.playlist_id}
            name={nameOf('playlist', draft.playlist_id)}
            label={t('reports.apps.kind.playlist')}
            error={faultOf('playlist_id', t('reports.apps.kind.playlist'))}
            onPick={(playlist_id, label) => {
              onPick(playlist_id, label)
              set({ playlist_id, ...defaultTitle(label) })
            }}
          />
        ) : null}
        {kind === 'link' || kind === 'embedded' ? (
          <TextInput
            label={t('reports.apps.item.address')}
            description={t(`reports.apps.item.${kind}Text`)}
            placeholder="https://"
            type="url"
            maxLength={500}
            error={faultOf('address', t('reports.apps.item.address'))}
            value={draft.address}
            onChange={({ currentTarget: { value } }) => set({ address: value })}
            // People paste addresses without the scheme.
            onBlur={({ currentTarget: { value } }) => {
              if (/^[^\s:/]+\.[^\s:/]+/.test(value.trim()) && !value.includes('://'))
                set({ address: `https://${value.trim()}` })
            }}
          />
        ) : null}
        {kind === 'html' ? (
          <RichTextField
            label={t('reports.apps.item.html')}
            description={t('reports.apps.item.htmlText')}
            error={faultOf('html', t('reports.apps.item.html'))}
            value={draft.html}
            onChange={(html) => set({ html })}
            onPicture={async (file) => (await sendFile(addAppPicture, { kind: 'picture' }, file)).path}
            onImport={async (html) => (await ask(checkAppHtml, { html })).html}
          />
        ) : null}
        <TextInput
          label={t('reports.apps.item.title')}
          description={t('reports.apps.item.titleText')}
          maxLength={80}
          error={faultOf('title', t('reports.apps.item.title'))}
          value={draft.title}
          onChange={({ currentTarget: { value } }) => set({ title: value })}
        />
        <DialogButtons
          action={t(item === null ? 'general.action.add' : 'general.action.apply')}
          onCancel={onClose}
          onAct={save}
        />
      </Stack>
    </Modal>
  )
}

type ContentSelectProps = {
  kind: 'report' | 'playlist'
  value: string | null
  /** The name of the chosen record, because the first results of the search may not contain it. */
  name: string
  label: string
  error: string | undefined
  onPick: (id: string, label: string) => void
}

function ContentSelect({ kind, value, name, label, error, onPick }: ContentSelectProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const { t } = useTranslation()
  const { data = [] } = useCallQuery(selectAppContents, { kind, search }, { keep: true })
  const isListed = value === null || data.some((choice) => choice.value === value)
  const choices = isListed ? data : [{ value, label: name }, ...data]
  return (
    <Select
      label={label}
      error={error}
      searchable
      allowDeselect={false}
      data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
      value={value}
      onSearchChange={(text) => setTyped(value !== null && text === name ? '' : text)}
      filter={({ options }) => options}
      nothingFoundMessage={t('general.list.empty')}
      onChange={(id) => {
        const found = choices.find((choice) => choice.value === id)
        if (found) onPick(found.value, found.label)
      }}
    />
  )
}

type PageSelectProps = {
  reportId: string
  value: string | null
  pageName: string | null
  error: string | undefined
  onPick: (page: string, name: string) => void
}

/** A choice among the pages that the service lists. If the service does not answer, the stored page keeps its name. */
function PageSelect({ reportId, value, pageName, error, onPick }: PageSelectProps) {
  const { t } = useTranslation()
  const {
    data = [],
    error: failure,
    isPending,
  } = useCallQuery(listAppPages, { report_id: reportId }, { freshFor: 60_000 })
  const pages = data.map(({ name, display_name }) => ({ value: name, label: display_name }))
  const isKnown = value === null || pages.some((page) => page.value === value)
  const choices = isKnown ? pages : [{ value, label: pageName ?? value }, ...pages]
  return (
    <Select
      label={t('reports.apps.kind.page')}
      error={failure?.message ?? error}
      placeholder={isPending ? t('general.state.loading') : undefined}
      data={choices}
      value={value}
      allowDeselect={false}
      onChange={(page) => page !== null && onPick(page, choices.find((choice) => choice.value === page)?.label ?? page)}
    />
  )
}
