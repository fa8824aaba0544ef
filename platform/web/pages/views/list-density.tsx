import { ActionIcon } from '@mantine/core'
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { setCompactRows, useCompactRows } from '../../ui/row-density.ts'

/** Switches compact rows on and off, for all lists of this browser. */
export function ListDensity({ total }: { total: number }) {
  const { t } = useTranslation()
  const compact = useCompactRows(total)
  const Icon = compact ? IconBaselineDensitySmall : IconBaselineDensityMedium
  return (
    <ActionIcon
      variant="default"
      size="input-sm"
      aria-label={t('general.list.compact')}
      title={t('general.list.compact')}
      aria-pressed={compact}
      onClick={() => setCompactRows(!compact)}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
