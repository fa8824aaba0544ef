// ECharts option for pie and donut. chart.ts draws the total in the middle of a donut as text.
import { formatCompact, formatValue } from '../format/format-value.ts'
import { isPicked } from '../state/selection.ts'
import { markPoint, restOf, type ChartData } from './chart-data.ts'
import { animation, DIM, partLine, seriesColor, textStyle, tooltipBox, tooltipFrame } from './chart-style.ts'
import type { Room } from './cartesian-option.ts'
import type { EChartsOption } from './echarts.ts'
import type { Drawing } from './renderer.ts'

/** A pie has one ring. With several measures and no category, each measure becomes a slice. */
export function asSlices(data: ChartData): ChartData {
  if (data.series.length <= 1 || data.categories.length > 1) return data
  const [first] = data.series
  if (!first) return data
  return {
    ...data,
    categories: data.series.map(({ name, point }) => ({ label: name, point: point ?? [] })),
    series: [
      {
        ...first,
        point: null,
        values: data.series.map(({ values }) => values[0] ?? null),
        ...(first.parts ? { parts: data.series.map(({ parts }) => parts?.[0] ?? null) } : {}),
      },
    ],
  }
}

export function pieOption(drawing: Drawing, data: ChartData, room: Room): EChartsOption {
  const { speech, theme, visual } = drawing
  const [figure] = data.series
  const isDonut = visual.type === 'donutChart'
  const percent = new Intl.NumberFormat(speech.writing.locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const total = totalOf(data)
  // The legend shows the names; a slice shows its share if there is space.
  const size = Math.min(room.width, room.height)
  return {
    ...animation(),
    tooltip: {
      ...tooltipFrame(drawing),
      trigger: 'item',
      formatter: (params: unknown) => {
        const drawn =
          typeof params === 'object' && params !== null && 'dataIndex' in params ? Number(params.dataIndex) : 0
        const at = figure?.parts ? Math.floor(drawn / 2) : drawn
        const value = figure?.values[at] ?? null
        const text = figure ? formatValue(value, figure.column, speech.writing) : ''
        const share = total > 0 ? ` (${percent.format(Number(value) / total)})` : ''
        const name = figure?.column.displayName ?? ''
        return tooltipBox(data.categories[at]?.label ?? '', [
          { color: seriesColor(drawing, at), name, value: text + share },
          ...partLine(drawing, figure, at),
        ])
      },
    },
    series: [
      {
        type: 'pie',
        id: 'slices',
        ...animation(),
        radius: isDonut ? ['62%', '92%'] : ['0%', '92%'],
        startAngle: 90,
        padAngle: data.categories.length > 1 && !figure?.parts ? 0.6 : 0,
        data: data.categories.flatMap((_, index) => slicesOf(drawing, data, index)),
        itemStyle: { borderColor: theme.card, borderWidth: 1.2 },
        label: {
          show: !isDonut && size > 140,
          position: 'inside',
          ...textStyle(drawing, 11.5),
          color: '#ffffff',
          formatter: ({ percent: share }: { percent?: number }) =>
            (share ?? 0) < 7 ? '' : percent.format((share ?? 0) / 100),
        },
        labelLine: { show: false },
        emphasis: { scale: true, scaleSize: 3 },
        cursor: 'pointer',
      },
    ],
  }
}

/** The slice of a category. With a highlight these are two slices of one colour: the highlighted part, and the rest. */
function slicesOf(drawing: Drawing, data: ChartData, index: number): object[] {
  const [figure] = data.series
  const [name, value] = [data.categories[index]?.label ?? '', figure?.values[index] ?? 0]
  const slice = (size: number, isStrong: boolean) => ({
    name,
    value: size,
    itemStyle: { color: seriesColor(drawing, index), opacity: isStrong ? 1 : DIM },
  })
  if (!figure?.parts) {
    const isStrong = drawing.picked.length === 0 || isPicked(drawing.picked, markPoint(data, index, 0))
    return [slice(value, isStrong)]
  }
  const part = figure.parts[index] ?? null
  const rest = part === null ? value : (restOf(value, part) ?? 0)
  return [slice(value - rest, true), { ...slice(rest, false), label: { show: false } }]
}

const sumOf = (values: readonly (number | null)[]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

export const totalOf = (data: ChartData): number => sumOf(data.series[0]?.values ?? [])

/**
 * Texts for the middle of a donut and for its legend entries. With a highlight they are those of the highlighted part, and `whole` is the
 * total of all; null without a highlight.
 */
export function pieLegend(
  drawing: Drawing,
  data: ChartData,
): { total: string; whole: string | null; entries: { label: string; share: string; value: string }[] } {
  const { writing } = drawing.speech
  const [figure] = data.series
  const values = figure?.parts ?? figure?.values ?? []
  const total = sumOf(values)
  const percent = new Intl.NumberFormat(writing.locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const entries = data.categories.map(({ label }, index) => {
    const value = values[index] ?? 0
    return {
      label,
      share: total > 0 ? percent.format(value / total) : '',
      value: figure ? formatCompact(value, figure.column, writing) : '',
    }
  })
  return {
    total: figure ? formatCompact(total, figure.column, writing) : '',
    whole: figure?.parts ? formatCompact(totalOf(data), figure.column, writing) : null,
    entries,
  }
}
