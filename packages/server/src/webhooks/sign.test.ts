import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { signed } from './sign.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

test('the example of the specification has the signature that the specification gives it', () => {
  const at = new Date(1614265330 * 1000)
  assert.deepEqual(signed('msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}', secret), {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('the public library takes whatever is signed, and nothing that was changed on the way', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uint8Array({ minLength: 24, maxLength: 64 }), (text, bytes) => {
      const own = `whsec_${Buffer.from(bytes).toString('base64')}`
      const body = JSON.stringify({ text })
      const headers = signed('msg_1', new Date(), body, own)
      assert.deepEqual(new Webhook(own).verify(body, headers), { text })
      assert.throws(() => new Webhook(own).verify(`${body} `, headers))
      assert.throws(() => new Webhook(secret).verify(body, headers))
    }),
  )
})
