// For other features: the values of custom fields.
export {
  CustomValueFields,
  useCustomNames,
  useValueCheck,
  useValueColumns,
  useValueFields,
  ValueField,
} from './custom-field-values.tsx'
