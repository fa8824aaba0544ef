// The list of short notices, loaded after the first page or with the first notice (toasts.tsx). Errors are at the top right, as the specification says: 10 s with a progress bar and a copy button. Success messages are
// at the bottom right, beside the column of a form and above the bars of toast-place.ts, and let clicks through.
import { Anchor, UnstyledButton, useComputedColorScheme } from '@mantine/core'
import { IconCopy, IconX } from '@tabler/icons-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { type CloseButtonProps, Slide, toast, ToastContainer } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import { delays } from '#catalogue/limits.ts'
import { readNonce } from '../theme/theme.ts'
import type { ToastAction } from './toast-action.ts'
import { useToastPlace } from './toast-place.ts'
import classes from './toasts.module.css'

export function ToastList() {
  const { t } = useTranslation()
  const theme = useComputedColorScheme('light')
  useToastPlace()
  return (
    <ToastContainer
      className={classes.place ?? ''}
      position="top-right"
      theme={theme}
      nonce={readNonce()}
      aria-label={t('frame.notifications')}
      newestOnTop
      pauseOnHover
      closeOnClick={false}
      closeButton={CloseButton}
      limit={4}
      // The usual bounce shows nothing for most of its second.
      transition={Slide}
    />
  )
}

/** Shows a failure as a toast. A sentence that is already visible is not shown twice. */
export function showFailure(sentence: string, trace: string | null, action: ToastAction | null): void {
  toast.error(<CopyableSentence sentence={sentence} trace={trace} action={action} />, {
    toastId: sentence,
    autoClose: delays.errorToast,
    hideProgressBar: false,
    role: 'alert',
  })
}

export function showDone(message: string): void {
  toast.success(message, quiet(message))
}

export function showNotice(message: string): void {
  toast.info(message, { toastId: message, ...quiet(message) })
}

/** Display time grows with the length of the sentence. */
const quiet = (message: string) =>
  ({
    position: 'bottom-right',
    className: classes.quiet ?? '',
    autoClose: Math.max(4_000, message.length * 70),
    closeButton: false,
    role: 'status',
  }) as const

/** Copies a text and shows whether that worked. */
export async function copyAndConfirm(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(i18next.t('general.toast.copied'), {
      ...quiet(''),
      autoClose: delays.copiedToast,
    })
  } catch {
    toast.error(i18next.t('general.toast.copyFailed'), { autoClose: delays.copiedToast, role: 'alert' })
  }
}

function CloseButton({ closeToast }: CloseButtonProps) {
  return (
    <UnstyledButton className={classes.button} aria-label={i18next.t('general.action.close')} onClick={closeToast}>
      <IconX size={16} stroke={1.7} aria-hidden />
    </UnstyledButton>
  )
}

type CopyableSentenceProps = { sentence: string; trace: string | null; action: ToastAction | null }

function CopyableSentence({ sentence, trace, action }: CopyableSentenceProps) {
  return (
    <div className={classes.body}>
      <span className={classes.sentence}>
        {sentence}
        {action === null ? null : (
          <>
            {' '}
            <Anchor
              component="button"
              type="button"
              inherit
              underline="always"
              onClick={() => {
                toast.dismiss(sentence)
                action.onClick()
              }}
            >
              {action.label}
            </Anchor>
          </>
        )}
      </span>
      <UnstyledButton
        className={classes.button}
        aria-label={i18next.t('general.action.copy')}
        onClick={() => void copyAndConfirm(trace === null ? sentence : `${sentence} (${trace})`)}
      >
        <IconCopy size={16} stroke={1.7} aria-hidden />
      </UnstyledButton>
    </div>
  )
}
