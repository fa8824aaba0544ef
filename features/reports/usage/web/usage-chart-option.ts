// The options of ECharts. Without these formatters, ECharts writes numbers in English, in every language of the page.
export type Drawn = {
  kind: 'bar' | 'line'
  categories: readonly string[]
  series: readonly { name: string; values: readonly (number | null)[] }[]
}

/** Milliseconds as seconds, with two decimals at most: nobody reads 1,182 ms at a glance. */
export const toSeconds = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : Math.round(milliseconds / 10) / 100

export type ChartColours = Record<'ink' | 'quiet' | 'line' | 'surface' | 'accent' | 'beside', string>

/** Builds the options of a chart. `number` formats a number in the person's language. */
export function optionOf({ kind, categories, series }: Drawn, tokens: ChartColours, number: (value: number) => string) {
  const colours = [tokens.accent, tokens.beside]
  return {
    animation: false,
    textStyle: { fontFamily: 'inherit', color: tokens.quiet },
    grid: { left: 8, right: 8, top: 12, bottom: 4, containLabel: true },
    tooltip: {
      trigger: 'axis',
      backgroundColor: tokens.surface,
      borderColor: tokens.line,
      textStyle: { color: tokens.ink },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? number(value) : '–'),
    },
    xAxis: {
      type: 'category',
      data: [...categories],
      axisLine: { lineStyle: { color: tokens.line } },
      axisTick: { show: false },
      axisLabel: { color: tokens.quiet, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      // Views and readers are whole numbers; seconds are not.
      ...(kind === 'bar' && { minInterval: 1 }),
      splitLine: { lineStyle: { color: tokens.line } },
      axisLabel: { color: tokens.quiet, formatter: (value: number) => number(value) },
    },
    series: series.map(({ name, values }, index) => ({
      name,
      type: kind,
      data: [...values],
      color: colours[index % colours.length],
      ...(kind === 'bar' ? { barMaxWidth: 28, itemStyle: { borderRadius: [3, 3, 0, 0] } } : { symbolSize: 5 }),
      lineStyle: { width: 2, ...(index === 1 && { type: 'dashed' as const }) },
    })),
  }
}
