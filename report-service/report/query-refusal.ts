/** A visual or a filter that cannot be asked as it stands: what it names is not in the model, or is not supported. */
export class QueryRefusal extends Error {
  readonly code: 'UnknownField' | 'BadFilterValue' | 'UnsupportedFilter' | 'UnrelatedFields' | 'TooManyFilters'
  constructor(code: QueryRefusal['code'], message: string) {
    super(message)
    this.name = 'QueryRefusal'
    this.code = code
  }
}
