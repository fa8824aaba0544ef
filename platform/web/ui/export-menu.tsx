import { ActionIcon, Button, Loader, Menu } from '@mantine/core'
import { IconDownload, IconFileTypeCsv, IconFileTypeXls, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#platform/contract/call.ts'
import { type ExportFormat, exportFormats } from '#platform/contract/export.ts'
import { CallFailure } from '../client/call-failure.ts'
import { download, saveFile } from '../client/download.ts'
import { useFormats } from '../language/formats.ts'
import classes from './export-menu.module.css'
import { ToolLabel } from './list-tools.tsx'
import { toastDone, toastFailure } from './toasts.tsx'

type ExportMenuProps = {
  /** Made by `exportCall`. */
  call: Call
  /** Search, filters and order of the list, as in its `options`. */
  input: object
  /** The label of the button, when it exports something else than a list. */
  label?: string
}

const icons = { csv: IconFileTypeCsv, xlsx: IconFileTypeXls }

/** Exports a list. Example: `<ExportMenu call={exportAudit} asked={options} />`. */
export function ExportMenu({ call, input, label }: ExportMenuProps) {
  const { t } = useTranslation()
  const { bytes, start, stop } = useExport(call, input)
  if (bytes !== null) return <Progress bytes={bytes} onStop={stop} />
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          title={label ?? t('general.export.open')}
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
        >
          {label ?? <ToolLabel text={t('general.export.open')} />}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {exportFormats.map((format) => {
          const Icon = icons[format]
          return (
            <Menu.Item
              key={format}
              leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
              onClick={() => void start(format)}
            >
              {t(`general.export.${format}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

function Progress({ bytes, onStop }: { bytes: number; onStop: () => void }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const sizeText = `${number(bytes / 1_000_000, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`
  return (
    <span className={classes.progress}>
      <Loader size={14} aria-hidden />
      <output className={classes.shown}>{t('general.export.running', { shown: sizeText })}</output>
      <ActionIcon variant="subtle" color="gray" aria-label={t('general.export.cancel')} onClick={onStop}>
        <IconX size={14} stroke={1.8} aria-hidden />
      </ActionIcon>
    </span>
  )
}

/** `bytes` is null while no export runs. Leaving the list stops its export. */
function useExport(call: Call, input: object) {
  const { t } = useTranslation()
  const [bytes, setBytes] = useState<number | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (format: ExportFormat) => {
    const controller = new AbortController()
    running.current = controller
    setBytes(0)
    try {
      const { signal } = controller
      saveFile(await download(call, { ...input, format }, { signal, onProgress: setBytes }))
      toastDone(t('general.export.done'))
    } catch (error) {
      if (!controller.signal.aborted)
        toastFailure(error instanceof CallFailure ? error.message : t('general.export.broken'))
    }
    setBytes(null)
  }
  return { bytes, start, stop: () => running.current?.abort() }
}
