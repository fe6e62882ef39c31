print("warroom")
