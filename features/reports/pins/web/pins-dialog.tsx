// The dialog in which a person pins visuals of the open page of a report to their home page, and unpins them.
import { Stack, Switch, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Report } from 'powerbi-client'
import { useTranslation } from 'react-i18next'
import { maxPins } from '#catalogue/limits.ts'
import { useCallMutation, useCallQuery } from '#platform/web/client/use-call.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LoadingBlock } from '#platform/web/ui/loading-block.tsx'
import { addPin, listPins, removePin } from '../contract.ts'
import { mayBePinned } from './pin-kinds.ts'
import classes from './pins-dialog.module.css'

type Choice = { page: string; visual: string; title: string; kind: string }

type PinsDialogProps = {
  reportId: string
  /** The loaded report; null until it has loaded. */
  report: Report | null
  onClose: () => void
}

export function PinsDialog({ reportId, report, onClose }: PinsDialogProps) {
  const { t } = useTranslation()
  const { data: pins, error, refetch } = useCallQuery(listPins, {})
  const choices = useChoices(report)
  const mine = (choice: Choice) =>
    pins?.find(
      ({ report_id, page, visual }) => report_id === reportId && page === choice.page && visual === choice.visual,
    )
  return (
    <Dialog opened onClose={onClose} title={t('reports.pins.tool')}>
      <Stack gap="md">
        <Text size="sm">{t('reports.pins.text')}</Text>
        {error ? <FailedState failure={error} onRetry={() => void refetch()} /> : null}
        {choices === 'failed' ? (
          <Text size="sm" role="alert">
            {t('reports.pins.failed')}
          </Text>
        ) : pins && choices ? (
          <>
            <Text size="sm" c="dimmed" aria-live="polite">
              {t(choices.length === 0 ? 'reports.pins.empty' : 'reports.pins.count', {
                count: pins.length,
                max: maxPins,
              })}
            </Text>
            <ul className={classes.choices}>
              {choices.map((choice) => (
                <li key={choice.visual} className={classes.choice}>
                  <PinSwitch
                    reportId={reportId}
                    choice={choice}
                    pinId={mine(choice)?.id ?? null}
                    isFull={pins.length >= maxPins}
                  />
                </li>
              ))}
            </ul>
          </>
        ) : error ? null : (
          <LoadingBlock height={160} />
        )}
      </Stack>
    </Dialog>
  )
}

type PinSwitchProps = { reportId: string; choice: Choice; pinId: string | null; isFull: boolean }

function PinSwitch({ reportId, choice, pinId, isFull }: PinSwitchProps) {
  const { t } = useTranslation()
  const add = useCallMutation(addPin)
  const remove = useCallMutation(removePin)
  const title = choice.title || t('reports.pins.untitled', { kind: choice.kind })
  /** What the person chose; null once the list agrees, or the server has refused it. */
  const [wanted, setWanted] = useState<boolean | null>(null)
  if (wanted !== null && wanted === (pinId !== null)) setWanted(null)
  const isPinned = wanted ?? pinId !== null
  const onChange = () => {
    if (wanted !== null) return
    setWanted(!isPinned)
    const onError = () => setWanted(null)
    if (pinId === null) add.mutate({ reportId, ...choice, title }, { onError })
    else remove.mutate({ id: pinId }, { onError })
  }
  return (
    <Switch
      label={title}
      labelPosition="left"
      classNames={{ root: classes.switch ?? '', body: classes.body ?? '', labelWrapper: classes.label ?? '' }}
      checked={isPinned}
      disabled={isFull && !isPinned}
      onChange={onChange}
    />
  )
}

/** The visuals of the active page, from top to bottom; null until the report has answered. */
function useChoices(report: Report | null): Choice[] | 'failed' | null {
  const [choices, setChoices] = useState<Choice[] | 'failed' | null>(null)
  useEffect(() => {
    if (report === null) return
    let isGone = false
    choicesOf(report).then(
      (found) => isGone || setChoices(found),
      () => isGone || setChoices('failed'),
    )
    return () => {
      isGone = true
    }
  }, [report])
  return choices
}

async function choicesOf(report: Report): Promise<Choice[]> {
  const page = await report.getActivePage()
  const visuals = await page.getVisuals()
  return visuals
    .filter(({ type }) => mayBePinned(type))
    .toSorted(
      (one, other) => (one.layout.y ?? 0) - (other.layout.y ?? 0) || (one.layout.x ?? 0) - (other.layout.x ?? 0),
    )
    .map(({ name, title, type }) => ({ page: page.name, visual: name, title: title?.trim() ?? '', kind: type }))
}
