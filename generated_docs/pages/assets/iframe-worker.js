/* Pages that were opened from a folder may not start a worker: what it does is done in a frame that nobody sees. */
if (location.protocol === "file:") {
  const HEAD = `<script>
    self.postMessage = (data) => frameElement.owner.dispatchEvent(new MessageEvent("message", { data }))
    self.importScripts = (...addresses) => addresses.reduce((before, address) => before.then(() => new Promise((done) => {
      const script = document.createElement("script")
      script.onload = script.onerror = done
      script.src = address
      document.body.append(script)
    })), Promise.resolve())
  </script>`

  window.Worker = window.IFrameWorker = class extends EventTarget {
    constructor(address) {
      super()
      this.waiting = []
      this.frame = document.createElement("iframe")
      this.frame.hidden = true
      this.frame.owner = this
      this.frame.srcdoc = `${HEAD}<body><script src="${address}"></script></body>`
      this.frame.addEventListener("load", () => {
        const waiting = this.waiting
        this.waiting = undefined
        waiting.forEach((data) => this.postMessage(data))
      })
      document.body.append(this.frame)
    }

    postMessage(data) {
      if (this.waiting) this.waiting.push(data)
      else this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }))
    }

    terminate() {
      this.frame.remove()
    }
  }
}
