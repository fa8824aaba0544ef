// Exports a report as a file: starts the export, waits for its end, downloads the file.
import type { CallInput } from '#platform/web/client/encode-input.ts'
import { ask } from '#platform/web/client/client.ts'
import { download } from '#platform/web/client/download.ts'
import { cancelReportExport, readReportExport, readReportExportFile, startReportExport } from '../contract.ts'

const pollMs = 1_000

type ExportOptions = { signal: AbortSignal; onPercent: (percent: number) => void }

/** Rejects with the sentence of the failure. An aborted signal cancels the export. */
export async function exportReport(
  input: CallInput<typeof startReportExport>,
  { signal, onPercent }: ExportOptions,
): Promise<File> {
  const { id } = await ask(startReportExport, input)
  await follow(id, signal, onPercent)
  return download(readReportExportFile, { id }, { signal, onProgress: () => undefined })
}

/** Waits for the end of an export. Cancels it when the signal aborts. */
async function follow(id: string, signal: AbortSignal, onPercent: (percent: number) => void): Promise<void> {
  const cancel = () => void ask(cancelReportExport, { id }).catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    if (signal.aborted) cancel()
    for (;;) {
      signal.throwIfAborted()
      const { state, percent, message } = await ask(readReportExport, { id })
      if (state === 'ready') return
      if (state === 'failed') throw new Error(message ?? '')
      onPercent(percent)
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
