// For other features: the values of custom fields.
export {
  CustomValueFields,
  useCustomNames,
  useValueCheck,
  useValueColumns,
  ValueField,
} from './custom-field-values.tsx'
