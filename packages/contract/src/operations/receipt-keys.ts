import { ReceiptKeyList } from '../receipt.ts'
import { json, operation } from './operation.ts'

export const listReceiptKeys = operation({
  method: 'get',
  path: '/v1/receipt-keys',
  tag: 'jobs',
  summary: 'Public keys of this server that receipts are verified with',
  // They are no secret, and whoever was handed a bundle need not have a token.
  scope: null,
  returns: json(ReceiptKeyList),
  errors: [],
})
