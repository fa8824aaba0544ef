// Types for the part of autocannon that the benchmarks use. The package ships no types.
declare module 'autocannon' {
  export type Options = {
    url: string
    connections: number
    duration: number
    overallRate?: number
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: string
  }
  export type Result = { errors: number; timeouts: number; non2xx: number; duration: number }
  export type Run = PromiseLike<Result> & {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): void
  }
  export default function autocannon(options: Options): Run
}
