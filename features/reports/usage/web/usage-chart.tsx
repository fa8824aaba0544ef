// A chart with its table. The chart is an image with a name; the table has the same numbers for people who do not see the chart.
import { useComputedColorScheme } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { useActiveTheme } from '#platform/web/theme/active-theme.ts'
import { type Drawn, optionOf, type ChartColours } from './usage-chart-option.ts'
import classes from './usage-page.module.css'

type UsageChartProps = Drawn & {
  title: string
  /** What the chart shows, in one sentence, for screen readers. */
  label: string
  /** The heading of the first column of the table. */
  category: string
  /** A part beside the title, such as the export. */
  aside?: ReactNode
}

export function UsageChart({ title, label, kind, categories, series, category, aside }: UsageChartProps) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const chartRef = useChart({ kind, categories, series })
  return (
    <section className={classes.chart} aria-label={title}>
      <div className={classes.chartHead}>
        <h2 className={classes.chartTitle}>{title}</h2>
        {aside}
      </div>
      <p className={classes.hidden}>{label}</p>
      {/* The table says the same with headings. */}
      <ul className={classes.legend} aria-hidden>
        {series.map(({ name }, index) => (
          <li key={name} data-second={index === 1 || undefined}>
            {name}
          </li>
        ))}
      </ul>
      <div className={classes.canvas} aria-hidden ref={chartRef} />
      <details className={classes.details}>
        <summary>{t('reports.usage.table')}</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region */}
        <section className={classes.tableBox} tabIndex={0} aria-label={`${title}: ${t('reports.usage.table')}`}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{category}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {categories.map((each, index) => (
                <tr key={each}>
                  <th scope="row">{each}</th>
                  {series.map(({ name, values }) => (
                    <td key={name}>{typeof values[index] === 'number' ? number(values[index]) : '–'}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  )
}

const loadCharts = () => import('./usage-echarts.ts')

/** Fetches ECharts (160 kB) while the numbers are asked for: a first chart that fetches it by itself stays empty for longer. */
export function useChartsAhead(): void {
  useEffect(() => {
    // The chart asks again, and reports the fault.
    loadCharts().catch(() => undefined)
  }, [])
}

/** Draws into an element, in the colours of the theme and at the size of the element. ECharts loads with the first chart. */
function useChart({ kind, categories, series }: Drawn) {
  const { number } = useFormats()
  const chartRef = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const activeTheme = useActiveTheme()
  useEffect(() => {
    const element = chartRef.current
    if (element === null) return
    let isOver = false
    let end = () => undefined as void
    void loadCharts().then(({ init }) => {
      if (isOver) return
      const chart = init(element, null, { renderer: 'svg' })
      chart.setOption(optionOf({ kind, categories, series }, tokensOf(element), number))
      const observer = new ResizeObserver(() => chart.resize())
      observer.observe(element)
      end = () => {
        observer.disconnect()
        chart.dispose()
      }
    })
    return () => {
      isOver = true
      end()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the colours are read from the page, and change with both
  }, [kind, categories, series, scheme, activeTheme, number])
  return chartRef
}

function tokensOf(element: Element): ChartColours {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    ink: token('--ink'),
    quiet: token('--ink-quiet'),
    line: token('--line'),
    surface: token('--surface'),
    accent: token('--accent-text'),
    beside: token('--series-beside'),
  }
}
