// To whom a bill was sent, with what became of each mail.
import { Button, Stack, Table, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { type readBill, sendBill } from '../contract.ts'

export function BillSends({ bill }: { bill: ReceivedOf<typeof readBill> }) {
  const { t } = useTranslation()
  const { date } = useFormats()
  const send = useCallMutation(sendBill, {})
  const title = t('business.billing.send.list')
  return (
    <Stack component="section" mt="xl" maw="48rem" gap="sm" aria-label={title} align="flex-start">
      <Text component="h2" fw={600}>
        {title}
      </Text>
      {bill.sends_log.length === 0 ? (
        <Text c="var(--ink-quiet)">{t('business.billing.send.none')}</Text>
      ) : (
        <Table.ScrollContainer minWidth={320} w="100%">
          <Table>
            <Table.Tbody>
              {bill.sends_log.map(({ id, at, address, purpose, sent_by, result }) => (
                <Table.Tr key={id}>
                  <Table.Td>{date(new Date(at))}</Table.Td>
                  <Table.Td>{address}</Table.Td>
                  <Table.Td>{t(`business.billing.send.purpose.${purpose}`)}</Table.Td>
                  <Table.Td>{sent_by ?? '–'}</Table.Td>
                  <Table.Td>{t(`business.billing.send.result.${result}`)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {bill.can.includes('send') ? (
        <Button
          variant="default"
          leftSection={<IconMail size={16} aria-hidden />}
          loading={send.isPending}
          onClick={() =>
            void send.mutateAsync({ id: bill.id }).then(
              ({ addresses }) => toastDone(t('business.billing.send.done', { addresses: addresses.join(', ') })),
              // The failure was shown already.
              () => undefined,
            )
          }
        >
          {t(bill.sends_log.length === 0 ? 'business.billing.send.action' : 'business.billing.send.again')}
        </Button>
      ) : null}
    </Stack>
  )
}
