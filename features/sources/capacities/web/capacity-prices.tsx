import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NumberField } from '#platform/web/ui/number-field.tsx'
import type { Price } from '../contract.ts'

type PricesProps = { prices: Price[]; error: string | undefined; onChange: (prices: Price[]) => void }

/** The fields for the sizes of a capacity with the price of an hour of each. */
export function CapacityPrices({ prices, error, onChange }: PricesProps) {
  const { t } = useTranslation()
  const replace = (index: number, part: Partial<Price>) =>
    onChange(prices.map((each, position) => (position === index ? { ...each, ...part } : each)))
  return (
    <Stack gap="sm" id="prices" tabIndex={-1}>
      {prices.map(({ size, price }, index) => (
        <Group key={index} gap="sm" align="flex-end" wrap="nowrap">
          <TextInput
            label={t('sources.capacities.field.size')}
            w="7rem"
            maxLength={10}
            placeholder="A1"
            error={error !== undefined}
            value={size}
            onChange={({ currentTarget: { value } }) => replace(index, { size: value.toUpperCase() })}
          />
          <NumberField
            label={t('sources.capacities.pricePerHour')}
            w="10rem"
            min={0}
            error={error !== undefined}
            value={price === 0 ? null : price}
            onChange={(value) => replace(index, { price: value ?? 0 })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('sources.capacities.removePrice', { size })}
            onClick={() => onChange(prices.filter((_, position) => position !== index))}
          >
            <IconX size={16} stroke={1.8} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {error === undefined ? null : (
        <Text size="sm" c="var(--danger)">
          {error}
        </Text>
      )}
      <Button
        variant="subtle"
        size="xs"
        style={{ justifySelf: 'start', alignSelf: 'start' }}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange([...prices, { size: '', price: 0 }])}
      >
        {t('sources.capacities.addPrice')}
      </Button>
    </Stack>
  )
}
