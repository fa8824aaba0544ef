// One item of a playlist: page, duration, repetitions, filters and hours.
import { Button, Group, Modal, Stack, TagsInput, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '#platform/web/ui/dialog.tsx'
import { daysAtFault } from '#platform/contract/week.ts'
import { WeeklyHours } from '#platform/web/ui/weekly-hours.tsx'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { NumberField } from '#platform/web/ui/number-field.tsx'
import { OptionalSelect } from '#platform/web/ui/optional-select.tsx'
import { ColumnFields, FilterFrame, columnChoices } from '#features/reports/library/web/exports.tsx'
import {
  listReportPages,
  listSlideColumns,
  maxRepetitions,
  type PlaylistItem,
  playlistItem,
  slideSeconds,
} from '../contract.ts'

type DialogProps = {
  item: PlaylistItem
  name: string
  onClose: () => void
  onSave: (item: PlaylistItem) => void
}

type Draft = Omit<PlaylistItem, 'seconds' | 'repetitions'> & { seconds: number | null; repetitions: number | null }

export function PlaylistItemDialog({ item, name, onClose, onSave }: DialogProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<Draft>(item)
  const [isMarked, setMarked] = useState(false)
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const parsed = playlistItem.safeParse(draft)
  const faults = new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0])))
  const wrongHours = daysAtFault(draft.hours).length > 0
  const faultOf = (field: string) =>
    isMarked && faults.has(field)
      ? t('general.field.invalid', { name: t(`reports.playlists.item.${field as 'seconds'}`) })
      : undefined
  const save = () => {
    setMarked(true)
    if (parsed.success && !wrongHours) onSave(parsed.data)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('reports.playlists.changeItem', { name })}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      <Stack>
        <PageSelect
          reportId={item.report_id}
          page={draft.page}
          pageName={draft.page_name}
          onChange={(page, page_name) => set({ page, page_name })}
        />
        <Group grow align="start">
          <NumberField
            label={t('reports.playlists.item.seconds')}
            description={t('reports.playlists.item.secondsText')}
            error={faultOf('seconds')}
            min={slideSeconds.min}
            max={slideSeconds.max}
            value={draft.seconds}
            onChange={(seconds) => set({ seconds })}
            whole
          />
          <NumberField
            label={t('reports.playlists.item.repetitions')}
            description={t('reports.playlists.item.repetitionsText')}
            error={faultOf('repetitions')}
            min={1}
            max={maxRepetitions}
            value={draft.repetitions}
            onChange={(repetitions) => set({ repetitions })}
            whole
          />
        </Group>
        <Filters
          reportId={item.report_id}
          filters={draft.filters}
          error={faultOf('filters')}
          onChange={(filters) => set({ filters })}
        />
        <div>
          <Text fw={500}>{t('reports.playlists.item.hours')}</Text>
          <Text size="sm" c="dimmed" mb="xs">
            {t('reports.playlists.item.hoursText')}
          </Text>
          <WeeklyHours
            hours={draft.hours}
            noneText={t(draft.hours.length === 0 ? 'reports.playlists.item.anyHour' : 'reports.playlists.item.noHour')}
            error={isMarked && wrongHours ? t('reports.playlists.item.hoursWrong') : undefined}
            onChange={(hours) => set({ hours })}
          />
        </div>
        <DialogButtons action={t('general.action.apply')} onCancel={onClose} onAct={save} />
      </Stack>
    </Modal>
  )
}

type PageSelectProps = {
  reportId: string
  page: string | null
  pageName: string | null
  onChange: (page: string | null, name: string | null) => void
}

/** A choice among the pages that the service lists. If the service does not answer, the stored page can be kept or removed. */
function PageSelect({ reportId, page, pageName, onChange }: PageSelectProps) {
  const { t } = useTranslation()
  const { data = [], error, isPending } = useCallQuery(listReportPages, { report_id: reportId }, { freshFor: 60_000 })
  const pages = data.map(({ name, display_name }) => ({ value: name, label: display_name }))
  const isKnown = page === null || pages.some(({ value }) => value === page)
  const choices = isKnown ? pages : [{ value: page, label: pageName ?? page }, ...pages]
  return (
    <OptionalSelect
      label={t('reports.playlists.item.page')}
      description={t('reports.playlists.item.pageText')}
      error={error?.message}
      placeholder={t(isPending ? 'general.state.loading' : 'reports.playlists.everyPage')}
      data={choices}
      value={page}
      onChange={(value) => onChange(value, choices.find((choice) => choice.value === value)?.label ?? null)}
    />
  )
}

type FiltersProps = {
  reportId: string
  filters: PlaylistItem['filters']
  error: string | undefined
  onChange: (filters: PlaylistItem['filters']) => void
}

function Filters({ reportId, filters, error, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const columns = columnChoices(useCallQuery(listSlideColumns, { report_id: reportId }, { freshFor: 60_000 }))
  const change = (changedIndex: number, part: Partial<PlaylistItem['filters'][number]>) =>
    onChange(filters.map((filter, index) => (index === changedIndex ? { ...filter, ...part } : filter)))
  return (
    <div>
      <Text fw={500}>{t('reports.playlists.item.filters')}</Text>
      <Text size="sm" c="dimmed" mb="xs">
        {t('reports.playlists.item.filtersText')}
      </Text>
      <Stack gap="xs">
        {filters.map((filter, position) => (
          // A filter has no id of its own. Its index is a stable key, because filters keep their order.
          <FilterFrame
            key={position}
            number={position + 1}
            onRemove={() => onChange(filters.filter((_, index) => index !== position))}
          >
            <ColumnFields
              filter={filter}
              columns={columns}
              error={undefined}
              onChange={(part) => change(position, part)}
            />
            <TagsInput
              label={t('reports.playlists.item.values')}
              maxTags={50}
              value={filter.values}
              onChange={(values) => change(position, { values })}
              acceptValueOnBlur
            />
          </FilterFrame>
        ))}
      </Stack>
      {error === undefined ? null : (
        <Text size="sm" c="var(--danger)">
          {error}
        </Text>
      )}
      {filters.length < 5 ? (
        <Button
          variant="subtle"
          size="xs"
          mt="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...filters, { table: '', column: '', values: [] }])}
        >
          {t('reports.playlists.item.addFilter')}
        </Button>
      ) : null}
    </div>
  )
}
