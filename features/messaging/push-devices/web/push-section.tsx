// The section of the profile about pushes: the devices of the person, the kinds that are pushed, and the quiet hours.
import { Button, Group, Skeleton, Switch, TextInput } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallMutation, useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { Item, ItemList } from '#platform/web/ui/item-list.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { choosePushes, type PushKind, pushKinds, readPush, removePushDevice } from '../contract.ts'
import classes from './push-devices.module.css'
import { presentSubscription, pushSupport } from './push-subscription.ts'
import { useIsSubscribed, useSubscribe } from './use-push.ts'

type Push = ReceivedOf<typeof readPush>
type Device = Push['devices'][number]
type Chosen = Push['choices'] & { timezone: string }

/** Nothing while the operator has switched pushes off. */
export function PushSection() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(readPush, {})
  if (data && data.public_key === null) return null
  return (
    <FormSection title={t('messaging.pushDevices.title')} text={t('messaging.pushDevices.text')}>
      {error ? <FailedState failure={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={58} /> : null}
      {data && data.public_key !== null ? (
        <>
          <Devices devices={data.devices} publicKey={data.public_key} />
          {data.devices.length > 0 ? <Choices choices={data.choices} /> : null}
        </>
      ) : null}
    </FormSection>
  )
}

function Devices({ devices, publicKey }: { devices: Device[]; publicKey: string }) {
  const { t } = useTranslation()
  const [isSubscribed, setSubscribed] = useIsSubscribed()
  const { turnOn, isBusy } = useSubscribe(publicKey, () => setSubscribed(true))
  const remove = useCallMutation(removePushDevice, { onDone: () => toastDone() })
  const support = pushSupport()
  const isHere = isSubscribed === true && devices.some(({ current }) => current)
  const removeDevice = async ({ id, current }: Device) => {
    if (current) {
      await presentSubscription().then(
        (found) => found?.unsubscribe(),
        () => undefined,
      )
      setSubscribed(false)
    }
    remove.mutate({ id })
  }
  return (
    <>
      {devices.length > 0 ? (
        <ItemList label={t('messaging.pushDevices.title')}>
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              busy={remove.isPending}
              onRemove={() => void removeDevice(device)}
            />
          ))}
        </ItemList>
      ) : null}
      {support === 'ready' ? null : <p className={classes.facts}>{t(`messaging.pushDevices.${support}`)}</p>}
      {support === 'ready' && isSubscribed !== undefined && !isHere ? (
        <div>
          <Button variant="default" loading={isBusy} onClick={turnOn}>
            {t('messaging.pushDevices.on')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function DeviceRow({ device, busy, onRemove }: { device: Device; busy: boolean; onRemove: () => void }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { browser, used_at, current } = device
  const name = browser ?? t('messaging.pushDevices.unknown')
  const Icon = /iOS|Android/.test(name) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <Item
      icon={<Icon size={20} stroke={1.6} aria-hidden />}
      name={name}
      facts={[
        ...(current ? [t('messaging.pushDevices.here')] : []),
        t('messaging.pushDevices.used', { at: dateTime(used_at) }),
      ]}
    >
      <Button
        size="xs"
        variant="default"
        disabled={busy}
        aria-label={t('messaging.pushDevices.removeOne', { browser: name })}
        onClick={onRemove}
      >
        {t('messaging.pushDevices.remove')}
      </Button>
    </Item>
  )
}

/** The hours that a switch proposes. */
const usualHours = { quiet_from: '22:00', quiet_to: '07:00' }

/** Stored without a save button, because one click undoes each of them. */
function Choices({ choices: stored }: { choices: Push['choices'] }) {
  const { t } = useTranslation()
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const save = useCallMutation(choosePushes, { onDone: () => toastDone() })
  // A choice shows at once, and is reverted when the server refuses it. The variables of the mutation would show it a moment later.
  const [sent, setSent] = useState<Chosen | null>(null)
  const choices = save.isError ? stored : { ...stored, ...sent }
  const { muted, quiet_from, quiet_to } = choices
  // The zone is that of the browser in which the hours are set.
  const change = (part: Partial<Chosen>) => {
    const chosen = { ...choices, timezone: choices.timezone ?? own, ...part }
    setSent(chosen)
    save.mutate(chosen)
  }
  const setKind = (kind: PushKind, isWanted: boolean) =>
    change({ muted: isWanted ? muted.filter((each) => each !== kind) : [...muted, kind] })
  return (
    <>
      <fieldset className={classes.kinds}>
        <legend>{t('messaging.pushDevices.kinds')}</legend>
        {pushKinds.map((kind) => (
          <Switch
            key={kind}
            label={t(`messaging.pushDevices.kind.${kind}`)}
            checked={!muted.includes(kind)}
            onChange={({ currentTarget: { checked } }) => setKind(kind, checked)}
          />
        ))}
      </fieldset>
      <Switch
        label={t('messaging.pushDevices.quiet')}
        checked={quiet_from !== null}
        onChange={({ currentTarget: { checked } }) =>
          change(checked ? { ...usualHours, timezone: own } : { quiet_from: null, quiet_to: null })
        }
      />
      {quiet_from === null || quiet_to === null ? null : (
        <QuietHours
          key={`${quiet_from} ${quiet_to}`}
          from={quiet_from}
          to={quiet_to}
          zone={choices.timezone ?? own}
          onChange={(hours) => change({ ...hours, timezone: own })}
        />
      )}
    </>
  )
}

type QuietHoursProps = {
  from: string
  to: string
  zone: string
  onChange: (hours: { quiet_from: string; quiet_to: string }) => void
}

/** A time is stored when the person leaves its box. */
function QuietHours({ from, to, zone, onChange }: QuietHoursProps) {
  const { t } = useTranslation()
  const [hours, setHours] = useState({ quiet_from: from, quiet_to: to })
  const store = () => {
    const isWhole = hours.quiet_from !== '' && hours.quiet_to !== ''
    if (isWhole && (hours.quiet_from !== from || hours.quiet_to !== to)) onChange(hours)
  }
  return (
    <div>
      <Group gap="sm" align="end">
        {(['quiet_from', 'quiet_to'] as const).map((name) => (
          <TextInput
            key={name}
            type="time"
            name={name}
            label={t(`messaging.pushDevices.field.${name}`)}
            w="9rem"
            value={hours[name]}
            onChange={({ currentTarget: { value } }) => setHours({ ...hours, [name]: value })}
            onBlur={store}
          />
        ))}
      </Group>
      <p className={classes.facts}>{t('messaging.pushDevices.zone', { zone })}</p>
    </div>
  )
}
