// A picture in a form: dropped or chosen, uploaded at once with progress and cancel, shown, replaced, removed. `onSend` uploads it and
// returns the address that the form then holds.
import { Button, CloseButton, Progress } from '@mantine/core'
import { IconPhotoUp, IconX } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { upload } from '#catalogue/limits.ts'
import { CallFailure } from '../client/call-failure.ts'
import type { SendFileOptions } from '../client/send-file.ts'
import { useFormats } from '../language/formats.ts'
import classes from './image-field.module.css'

type ImageFieldProps = {
  name: string
  label: string
  description?: ReactNode
  /** The address of the picture; null for none. */
  value: string | null
  /** The picture shown when there is none of its own, and why. */
  fallback?: { image: string; text: string } | null
  error?: string | undefined
  onSend: (file: File, options: SendFileOptions) => Promise<string>
  onChange: (value: string | null) => void
}

export function ImageField({
  name,
  label,
  description,
  value,
  fallback = null,
  error,
  onSend,
  onChange,
}: ImageFieldProps) {
  const { t } = useTranslation()
  const [id, input] = [useId(), useRef<HTMLInputElement>(null)]
  const { sending, fault, send, stop } = useSending(onSend, onChange)
  const [over, setOver] = useState(false)
  const displayedImage = value ?? fallback?.image ?? null
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void send(event.dataTransfer.files[0])
  }
  const sentence = fault ?? error
  return (
    <fieldset className={classes.field} aria-describedby={`${id}-help`}>
      <legend className={classes.label}>{label}</legend>
      <div
        className={classes.place}
        data-over={over || undefined}
        data-wrong={sentence ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <span className={classes.picture} data-inherited={value === null || undefined}>
          {displayedImage === null ? (
            <IconPhotoUp size={22} stroke={1.5} aria-hidden />
          ) : (
            <img src={displayedImage} alt="" />
          )}
        </span>
        <div className={classes.side}>
          {sending === null ? (
            <div className={classes.actions}>
              <Button id={name} size="xs" variant="default" onClick={() => input.current?.click()}>
                {t(value === null ? 'general.image.choose' : 'general.image.replace')}
              </Button>
              {value === null ? null : (
                <Button
                  size="xs"
                  variant="subtle"
                  color="gray"
                  leftSection={<IconX size={14} stroke={2} aria-hidden />}
                  onClick={() => onChange(null)}
                >
                  {t('general.image.remove')}
                </Button>
              )}
            </div>
          ) : (
            <Sending share={sending} onStop={stop} />
          )}
          <p className={classes.hint}>
            {value === null && fallback !== null ? (
              fallback.text
            ) : sending === null ? (
              <>
                <span className={classes.drop}>{t('general.image.drop')} </span>
                {t('general.image.formats')}
              </>
            ) : null}
          </p>
        </div>
        <input
          ref={input}
          className={classes.input}
          type="file"
          tabIndex={-1}
          aria-hidden
          accept="image/png,image/jpeg,image/webp"
          onChange={({ currentTarget }) => {
            void send(currentTarget.files?.[0])
            // Clears the input, so that the person can choose the same file again after its removal.
            currentTarget.value = ''
          }}
        />
      </div>
      <p id={`${id}-help`} className={classes.help}>
        {description}
      </p>
      <p role="alert" className={classes.fault}>
        {sentence}
      </p>
    </fieldset>
  )
}

function Sending({ share, onStop }: { share: number; onStop: () => void }) {
  const { t } = useTranslation()
  const percent = Math.round(share * 100)
  return (
    <div className={classes.sending}>
      <Progress value={percent} animated={share >= 1} flex={1} aria-label={t('general.image.sending')} />
      <CloseButton size="sm" aria-label={t('general.image.stop')} onClick={onStop} />
    </div>
  )
}

/** One upload at a time; a new one cancels the previous one, and leaving the form cancels both. */
function useSending(onSend: ImageFieldProps['onSend'], onChange: ImageFieldProps['onChange']) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const [sending, setSending] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const send = async (file: File | undefined) => {
    if (!file) return
    running.current?.abort()
    setFault(null)
    if (file.size > upload.bytes) {
      return setFault(t('general.image.tooLarge', { size: number(upload.bytes / 1024 / 1024) }))
    }
    const own = new AbortController()
    running.current = own
    setSending(0)
    try {
      onChange(await onSend(file, { signal: own.signal, onProgress: setSending }))
    } catch (error) {
      if (!own.signal.aborted) setFault(sentenceOf(error) ?? t('general.toast.failed'))
    } finally {
      if (running.current === own) setSending(null)
    }
  }
  return { sending, fault, send, stop: () => running.current?.abort() }
}

/** The sentence about a refused file or a failed call. */
const sentenceOf = (error: unknown): string | null =>
  error instanceof CallFailure ? (error.errors['file'] ?? error.message) : null
